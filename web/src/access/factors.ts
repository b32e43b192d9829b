// Second factors: showing one to come in, enrolling and removing one's own, and where one is logged in.
import { Refused, type Api } from "./api";
import type { Me, ToShow } from "../wire/api";

interface Descriptor {
  readonly id: string;
  readonly type: "public-key";
}

export function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replaceAll("-", "+").replaceAll("_", "/"));
  return Uint8Array.from(plain, (letter) => letter.charCodeAt(0));
}

export function textOf(bytes: ArrayBuffer): string {
  const plain = String.fromCharCode(...new Uint8Array(bytes));
  return btoa(plain).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

const descriptors = (found: unknown) =>
  ((found ?? []) as readonly Descriptor[]).map(({ id, type }) => ({ id: bytesOf(id), type }));

/** What somebody shows as a second factor: a code, or what a passkey has signed. */
export type Shown = { readonly code: string } | { readonly signed: Readonly<Record<string, unknown>> };

/** What a floor says that has taken the password and asks for the second factor. */
export interface Wanted {
  readonly step: string;
  readonly kinds: readonly string[];
}

/** Whether a no asks for the second factor; throws on what is no answer of the floor. */
export function wantedBy(wrong: unknown): Wanted | null {
  if (!(wrong instanceof Refused)) throw wrong;
  const { reason, details } = wrong.problem;
  if (reason !== "second_factor") return null;
  return { step: String(details["step"]), kinds: String(details["kinds"]).split(" ") };
}

/** Lets in whoever has shown the password. */
export async function showFactor(api: Api, step: string, shown: Shown): Promise<Me> {
  return api.ask("POST /api/login/factor", { body: { step, ...shown } });
}

/** What a passkey has signed for what a right password began; nothing if its owner thought better of it. */
export async function signedFor(api: Api, step: string): Promise<Shown | null> {
  const { options } = await api.ask("POST /api/login/passkey", { body: { step } });
  const asked = options.publicKey;
  const publicKey = {
    ...asked,
    challenge: bytesOf(String(asked["challenge"])),
    allowCredentials: descriptors(asked["allowCredentials"]),
  } as PublicKeyCredentialRequestOptions;
  const found = (await navigator.credentials
    .get({ publicKey })
    .catch(() => null)) as PublicKeyCredential | null;
  if (found === null) return null;
  const response = found.response as AuthenticatorAssertionResponse;
  return {
    signed: {
      ...named(found),
      response: {
        clientDataJSON: textOf(response.clientDataJSON),
        authenticatorData: textOf(response.authenticatorData),
        signature: textOf(response.signature),
      },
    },
  };
}

/** Gives whoever is logged in another password: for the old one, or for the factor that it asked for. */
export async function changePassword(
  api: Api,
  next: string,
  proof: { readonly old: string } | ({ readonly step: string } & Shown),
): Promise<Me> {
  return api.ask("POST /api/password", { body: { new: next, ...proof } });
}

/** Makes and enrols a passkey; nothing if its owner thought better of it. */
export async function enrolPasskey(api: Api, password: string, label: string): Promise<Me | null> {
  const { step, options } = await api.ask("POST /api/factors/passkey/begin", {
    body: { password },
  });
  const asked = options.publicKey;
  const user = asked["user"] as { readonly id: string };
  const publicKey = {
    ...asked,
    challenge: bytesOf(String(asked["challenge"])),
    user: { ...user, id: bytesOf(user.id) },
    excludeCredentials: descriptors(asked["excludeCredentials"]),
  } as unknown as PublicKeyCredentialCreationOptions;
  const found = (await navigator.credentials
    .create({ publicKey })
    .catch(() => null)) as PublicKeyCredential | null;
  if (found === null) return null;
  const response = found.response as AuthenticatorAttestationResponse;
  const made = {
    ...named(found),
    response: {
      clientDataJSON: textOf(response.clientDataJSON),
      attestationObject: textOf(response.attestationObject),
    },
  };
  return api.ask("POST /api/factors/passkey", { body: { step, made, label } });
}

function named(found: PublicKeyCredential) {
  return { id: found.id, rawId: textOf(found.rawId), type: found.type, clientExtensionResults: {} };
}

export async function beginGenerator(api: Api, password: string): Promise<ToShow> {
  return api.ask("POST /api/factors/totp/begin", { body: { password } });
}

export async function enrolGenerator(api: Api, step: string, code: string, label: string): Promise<Me> {
  return api.ask("POST /api/factors/totp", { body: { step, code: code.trim(), label } });
}
