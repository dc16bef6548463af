/** The members that have a value: absent and empty ones are left out. */
export const present = (members: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(members).filter((member): member is [string, string] => Boolean(member[1])));
