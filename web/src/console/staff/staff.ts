// Who works here as the floor tells it to the staff desk, and the body of an engagement.

export interface Person {
  readonly person: string;
  readonly full_name: string;
  readonly roles: Readonly<Record<string, readonly string[]>>;
  readonly duties: readonly string[];
  readonly released: boolean;
  readonly has_password: boolean;
  readonly failures: number;
  readonly locked_until_ms: number;
  readonly logins: number;
  /** Who else may know how to come in as this person, until somebody vouches for it. */
  readonly hands: readonly string[];
}

export interface StaffView {
  readonly sequence: number;
  readonly staff: readonly Person[];
  readonly paired: readonly string[];
  readonly unpaired: readonly string[];
  /** Above this sum, in cents, payments and rulings take two people. */
  readonly second_above: number;
}

export const DUTIES = ["operator", "staff_desk", "witness"] as const;

export type Roles = Readonly<Record<string, readonly string[]>>;

/** A role taken or laid down; a rulebook without a role is not named. */
export function toggled(roles: Roles, rulebook: string, role: string): Roles {
  const held = roles[rulebook] ?? [];
  const next = held.includes(role) ? held.filter((each) => each !== role) : [...held, role];
  return Object.fromEntries(
    Object.entries({ ...roles, [rulebook]: next }).filter(([, each]) => each.length > 0),
  );
}
