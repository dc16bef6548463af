import { boolean } from '../../domain/fields/kinds.ts';
import { words } from '../../domain/fields/lists.ts';
import { type PatchOf, table } from '../../domain/fields/table.ts';
import { text } from '../../domain/fields/text-kinds.ts';
import { EVENT_LINKS } from '../event-links.ts';
import type { ChangeKind } from '../kinds.ts';

/** A kind of record that can be exported. */
export type ExportKind = ChangeKind | 'image';

/** All of these kinds, in the order of an export: except for categories, records name only records before them. */
export const EXPORT_KINDS: readonly ExportKind[] = [
  ...(['image', 'category', 'tag'] as const),
  ...EVENT_LINKS.map(({ name }) => name),
  'series',
  'event',
];

/** The request for an export, except the filter of events. */
export const exportFields = table({
  kinds: {
    kind: words({
      name: 'ExportKind',
      words: EXPORT_KINDS,
      description: 'A kind of record in an export.',
      meanings: Object.fromEntries(EXPORT_KINDS.map((kind) => [kind, `The ${kind} records.`])),
    }),
    wire: 'kinds',
    description: 'Only records of these kinds. Default: all.',
  },
  trash: {
    kind: boolean(),
    wire: 'trash',
    default: false,
    description: 'Whether records in the trash are exported too.',
  },
  users: {
    kind: boolean(),
    wire: 'users',
    default: false,
    description: 'Whether to include the names of authors; only administrators may ask for it.',
  },
});

/** Where an export continues. */
export const exportPlace = table({
  after: {
    kind: text(),
    wire: 'after',
    description: 'Where to continue: `next` of the previous page. If omitted, at the beginning.',
  },
});

export type ExportInput = PatchOf<typeof exportFields> & PatchOf<typeof exportPlace>;
