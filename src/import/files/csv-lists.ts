/** A name in a cell of several. A quoted one is no id, and may have commas. */
export interface Listed {
  name: string;
  isQuoted: boolean;
}

/** One name, with what follows it: up to a comma, or between quotation marks that only blanks and a comma follow. */
const NAME = /\s*(?:"((?:[^"]|"")*)"\s*(?=,|$)|([^,]*))(?:,|$)/y;

/** The names in a cell, which commas separate. */
export function listIn(cell: string): Listed[] {
  const names: Listed[] = [];
  for (NAME.lastIndex = 0; NAME.lastIndex < cell.length; ) {
    const [, quoted, plain = ''] = NAME.exec(cell)!;
    const name = (quoted?.replaceAll('""', '"') ?? plain).trim();
    if (name !== '') names.push({ name, isQuoted: quoted !== undefined });
  }
  return names;
}

/** Names as one cell, from which `listIn` reads them again. */
export const asList = (names: readonly string[]): string => names.map(asListed).join(', ');

/** A name that commas would split, or that would be taken for an id, between quotation marks. */
export const asListed = (name: string): string =>
  /[",]|^[\d\s]+$/.test(name) ? `"${name.replaceAll('"', '""')}"` : name;
