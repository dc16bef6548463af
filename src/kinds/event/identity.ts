import { isDeepStrictEqual } from 'node:util';
import { isOnline } from '../../domain/event-status.ts';
import { LARGEST_INT } from '../../domain/fields/kind.ts';
import { LANGUAGES } from '../../domain/language.ts';
import type { Origin } from '../post/record.ts';
import type { EventRecord } from './record.ts';

/** Creates a globally unique name for an event: a random UUID, version 4 (RFC 9562). */
export type NewUid = () => string;

/** The identity of an event in any calendar. It keeps the existing one, unless the event is imported. */
export function identityOf(
  before: Pick<EventRecord, 'uid' | 'sequence'> | undefined,
  { uid, sequence = 0 }: Origin,
  newUid: NewUid,
): Pick<EventRecord, 'uid' | 'sequence'> {
  return { uid: uid ?? before?.uid ?? newUid(), sequence: Math.max(sequence, before?.sequence ?? 0) };
}

/**
 * The changes that other calendars must take over (RFC 5546, 2.1.4): when the event takes place, whether, and where, also
 * online. Visibility is not included, because events that are not public are in no other calendar.
 */
const SIGNIFICANT = [
  ({ startsAt }) => startsAt,
  ({ endsAt }) => endsAt,
  ({ timezone }) => timezone,
  ({ allDay }) => allDay,
  ({ eventStatus = 'scheduled' }) => eventStatus,
  ({ venues }) => [...venues].sort((a, b) => a - b),
  ({ onlineUrl }) => onlineUrl,
  isOnline,
] as const satisfies readonly ((event: EventRecord) => unknown)[];

/** Whether any of these values has changed. */
export const isSignificant = (event: EventRecord, before: EventRecord): boolean =>
  !SIGNIFICANT.every((of) => isDeepStrictEqual(of(event), of(before)));

/** Whether it takes place as planned. */
export const isPlanned = ({ eventStatus = 'scheduled' }: EventRecord): boolean => eventStatus === 'scheduled';

/**
 * The event without the reasons from before, if it takes place after all and its reason was cleared: in every language, also where they
 * were its own.
 */
export function asPlanned<R extends EventRecord>(
  event: R,
  before: EventRecord | undefined,
  { statusReason: sent }: { statusReason?: unknown },
): R {
  if (sent !== null || !before || isPlanned(before) || !isPlanned(event)) return event;
  const text: EventRecord['text'] = {};
  for (const language of LANGUAGES) {
    const { statusReason, ...others } = event.text[language] ?? {};
    const isNew = statusReason && statusReason !== before.text[language]?.statusReason;
    const said = isNew ? { ...others, statusReason } : others;
    if (Object.keys(said).length) text[language] = said;
  }
  const { own = [], ...rest } = event;
  const left = own.filter((part) => !part.endsWith('.statusReason'));
  return { ...rest, text, ...(left.length && { own: left }) } as R;
}

/** Raises the sequence number of the event if any of these values has changed. */
export const withSequence = (event: EventRecord, before: EventRecord | undefined): EventRecord =>
  before && isSignificant(event, before) ? raised(event, before.sequence) : event;

/** The event with a sequence number above another. It stops at the largest number that APIs show. */
export const raised = <R extends Pick<EventRecord, 'sequence'>>(event: R, above: number): R => ({
  ...event,
  sequence: Math.min(Math.max(event.sequence, above + 1), LARGEST_INT),
});
