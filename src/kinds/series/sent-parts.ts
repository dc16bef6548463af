import { withStored } from '../../domain/fields/storage.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Context } from '../context.ts';
import type { EventPatch } from '../event/fields.ts';
import { eventKind } from '../event/kind.ts';
import { onlineAfter } from '../event/online.ts';
import type { EventRecord, Naming, OwnField } from '../event/record.ts';
import { FIELDS, partsChanged } from './occurrences.ts';

/** The values that set times. The others follow from the day of an occurrence. */
const TIMES_OF = {
  startDate: ['startDate', 'startsAt'],
  endDate: ['endDate', 'endsAt'],
  timezone: ['timezone'],
  allDay: ['allDay'],
} as const satisfies Partial<Record<keyof EventRecord, readonly (keyof EventPatch)[]>>;

export type SentTime = keyof typeof TIMES_OF;

/** What a write of an occurrence sends, wherever its scope reaches: also what this occurrence has already. */
export interface SentParts {
  parts: readonly OwnField[];
  times: ReadonlySet<SentTime>;
  values: EventPatch;
  /** An event that has these parts as they are for a series. */
  event: EventRecord;
}

interface Sent {
  before: EventRecord;
  after: EventRecord;
  /** What was sent, and that without what the record shows already. */
  sent: EventPatch;
  values: EventPatch;
}

/** The parts that one value sets. */
function partsOf(key: string, { isVirtual, customFields }: EventPatch, language: string): OwnField[] {
  if ((eventKind.fields as FieldTable)[key]?.stored === 'text') return [`${language}.${key}`];
  if (['image', 'imageId', 'imageUrl'].includes(key)) return ['image'];
  if (key === 'isVirtual') return isVirtual === false ? [key, 'onlineUrl'] : [key];
  if (key === 'customFields')
    return (customFields ?? []).flatMap((field) => [`custom.${field.key}`, `${language}.custom/${field.key}`]);
  return key === 'status' || FIELDS.includes(key as keyof EventRecord) ? [key] : [];
}

/** What a write sends. `links` are those of the series after the same values. */
export function sentParts(
  { before, after, sent, values }: Sent,
  { series, links }: { series: EventRecord; links: Naming },
  ctx: Pick<Context, 'language' | 'isSentBack' | 'now' | 'zone' | 'embedHosts'>,
): SentParts {
  const { isSentBack, language } = ctx;
  // The page of an event is shown where it has no website.
  const keys = Object.keys(sent).filter(
    (key) => sent[key as keyof EventPatch] !== undefined && (key !== 'website' || key in values),
  );
  const times = (Object.keys(TIMES_OF) as SentTime[]).filter((time) =>
    isSentBack ? before[time] !== after[time] : TIMES_OF[time].some((key) => keys.includes(key)),
  );
  const named = isSentBack ? [] : keys.flatMap((key) => partsOf(key, sent, language));
  const parts = [...new Set([...partsChanged(before, after), ...named, ...(times.length ? ['times'] : [])])];
  // A text that is cleared where none is shown must be empty all the same.
  const cleared = Object.fromEntries(Object.entries(values).filter(([, value]) => value === null));
  return {
    // Being deleted is no value.
    parts: parts.filter((part) => part !== 'status' || !(before.trashed || after.trashed)),
    times: new Set(times),
    values,
    event: {
      ...withStored(eventKind.fields, after, cleared, { ...ctx, exact: true }),
      ...links,
      ...onlineAfter(sent, series),
    },
  };
}
