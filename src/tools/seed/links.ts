import type { RecordLinks, TermLinks } from '../../domain/fields/links.ts';

/** The input that links an event to these records. */
export const linksTo = (ids: readonly number[]): RecordLinks & TermLinks => ({
  set: ids.map((id) => ({ ref: { id } })),
});

/** The records that an event links to, each once. */
export const idsOf = (links: RecordLinks | TermLinks | null | undefined): number[] => [
  ...new Set((links?.set ?? []).flatMap((link) => ('ref' in link && 'id' in link.ref ? [link.ref.id] : []))),
];
