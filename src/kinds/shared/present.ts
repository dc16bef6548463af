/** Leaves out absent and empty members. */
export const present = (members: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, string] => Boolean(member[1])));
