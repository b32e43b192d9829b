// Who works here as the floor tells it to the staff desk, and the body of an engagement.

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
