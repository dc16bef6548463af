/** The id of a record, unique across all kinds. It is opaque: clients must not take it apart. */
export const nodeId = (kind: string, id: number): string => Buffer.from(`${kind}:${id}`).toString('base64url');

/** The kind and the number in such an id; undefined for every other text. */
export function readNodeId(text: string): { kind: string; id: number } | undefined {
  const [, kind, digits] = /^([a-z]+):([1-9]\d{0,14})$/.exec(Buffer.from(text, 'base64url').toString()) ?? [];
  const id = Number(digits);
  return kind !== undefined && nodeId(kind, id) === text ? { kind, id } : undefined;
}
