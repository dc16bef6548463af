/** Where a record stands in an order: the values that the order compares, its id last. */
export type Key = readonly (string | number)[];

/** A cursor: an opaque text that names an order and a place in it. */
export const cursorOf = (order: string, key: Key): string =>
  Buffer.from(JSON.stringify([order, ...key])).toString('base64url');

/** The place that a cursor of this order names; undefined for every other text, including cursors of other orders. */
export function readCursor(text: string, order: string, length: number): Key | undefined {
  const parts = parsed(Buffer.from(text, 'base64url').toString());
  if (!Array.isArray(parts)) return undefined;
  const [of, ...key] = parts as [unknown, ...Key];
  const isKey = key.length === length && key.every((value) => ['string', 'number'].includes(typeof value));
  const isId = Number.isSafeInteger(key.at(-1));
  return of === order && isKey && isId && cursorOf(order, key) === text ? key : undefined;
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return undefined;
  }
}
