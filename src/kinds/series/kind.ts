import { type InputOf, type PatchOf, patchTable, table } from '../../domain/fields/table.ts';
import type { PostKind } from '../define-kind.ts';
import { eventChange } from '../event/fields.ts';
import { asPlanned } from '../event/identity.ts';
import { eventKind } from '../event/kind.ts';
import { uidField } from '../post/fields.ts';
import { deletionFields, recurrenceFields, seriesWhere } from './fields.ts';
import type { SeriesRecord } from './record.ts';

const { slug: _, ...fields } = eventChange;

/** The fields of a series: those of its occurrences, and how it repeats. */
const seriesFields = table({ ...fields, ...uidField, ...recurrenceFields, ...deletionFields });

/** What a caller may change of a series. */
export const seriesPatch = patchTable({ ...fields, ...recurrenceFields });

export type SeriesInput = InputOf<typeof seriesFields>;
export type SeriesPatch = PatchOf<typeof seriesFields>;

/** The declaration of series. Other fields than those of events are in `record.ts`. */
export const seriesKind: PostKind<SeriesRecord> = {
  ...eventKind,
  name: 'series',
  fields: seriesFields,
  patch: patchTable(seriesFields),
  upsert: seriesFields,
  trashing: {},
  where: seriesWhere,
  customFieldsOf: 'event',
  draftsHaveSlugs: true,
  unknownFirst: 'always',
  trashed: undefined,
  wantedSlug: (_, slug) => slug,
  follow: (series, { before, values }) => asPlanned(series, before, values),
};
