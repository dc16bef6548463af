import { OFF_WORDS } from '../../domain/event-status.ts';
import { escapeHtml, plainText, withoutUnseen } from '../../domain/html.ts';
import { PRODUCT } from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { datedSlug } from '../../domain/slug.ts';
import type { Instant } from '../../domain/time.ts';
import { hashOf } from '../hashes.ts';
import type { InUid, Item, Left, Refusal } from '../item.ts';
import { startInUid } from '../shared-uids.ts';
import { type Component, firstOf } from './ics-components.ts';
import { namedBy } from './ics-named.ts';
import { isMaster, nameIn, type Overview, sequenceOf } from './ics-overview.ts';
import { oneLine, type Properties, propertiesOf, textOf, webAddress } from './ics-properties.ts';
import { named, type Occurrence } from './ics-series.ts';
import { type Fault, isFault, timesOf, whenOf } from './ics-times.ts';

/** How to read the events of a file. */
interface IcsReading {
  language: Language;
  overview: Overview;
}

export type ParsedEvent =
  /** Whether it is the first of several, or which one of another event. */
  | { items: Item[]; startsAt: Instant; recurs: boolean; occurrence: Occurrence | undefined; called: string }
  | { refused: Refusal }
  | { left: Left };

const SHOWS = /<(?:img|iframe|video|audio)\b/i;
const IS_HTML = /<(?:br|p|a|b|i|ul|ol|li|div|span|html|strong|em)\b[^<>]*>/i;

/** The description as HTML. Some programs write HTML, others plain text. */
function descriptionOf(properties: Properties) {
  const html = withoutUnseen(textOf(properties, 'X-ALT-DESC') ?? '').trim();
  if (plainText(html).trim() !== '' || SHOWS.test(html)) return html;
  const text = textOf(properties, 'DESCRIPTION');
  if (text === undefined) return null;
  return IS_HTML.test(text) ? withoutUnseen(text).trim() : escapeHtml(text);
}

const ALL_OFF_WORDS = Object.values(OFF_WORDS).flatMap((words) => Object.values(words));

/** What a text says after a word of ours for an event that does not take place; undefined if it does not begin with one. */
function afterWord(text: string) {
  const word = ALL_OFF_WORDS.find((each) => text.startsWith(`${each}: `));
  return word && text.slice(word.length + 2);
}

/** Title, description and status, as programs write them. */
function saidIn(properties: Properties, isCanceled: boolean, left: Set<string>) {
  const status = isCanceled || /^CANCELLED$/i.test(textOf(properties, 'STATUS') ?? '') ? 'canceled' : null;
  return {
    title: oneLine(textOf(properties, 'SUMMARY') ?? '') || 'Untitled',
    description: descriptionOf(properties),
    website: webAddress(textOf(properties, 'URL'), 'URL', left) ?? null,
    eventStatus: status,
  };
}

/** The description in a file of ours, without the addresses that feeds add at its end. */
function textInOurs(properties: Properties) {
  const [location, online, page] = ['LOCATION', 'CONFERENCE', 'URL'].map((name) => textOf(properties, name));
  let text = textOf(properties, 'DESCRIPTION') ?? '';
  for (const address of [page, online === location ? undefined : online])
    if (address && `\n\n${text}`.endsWith(`\n\n${address}`)) text = text.slice(0, -address.length).trimEnd();
  return text;
}

/**
 * The same in a file of ours, without what our feeds add: words before the title, the reason before the description, and addresses
 * at its end.
 */
function saidInOurs(properties: Properties, isCanceled: boolean) {
  // The address is that of our page.
  const { website: _, ...said } = saidIn(properties, isCanceled, new Set());
  const isPostponed = !said.eventStatus && /^TENTATIVE$/i.test(textOf(properties, 'STATUS') ?? '');
  const eventStatus = isPostponed ? 'postponed' : said.eventStatus;
  const text = textInOurs(properties);
  const [reason, ...paragraphs] = (eventStatus && afterWord(text)?.split('\n\n')) || [undefined, text];
  const description = paragraphs.join('\n\n');
  return {
    title: (eventStatus && afterWord(said.title)) || said.title,
    eventStatus,
    statusReason: reason ?? null,
    description: description ? escapeHtml(description) : null,
  };
}

/** Turns an event of a file into items: the records it refers to, then the event. */
export function parseIcsEvent(component: Component, { language, overview }: IcsReading): ParsedEvent {
  const place = `line ${component.line}`;
  const uid = nameIn(component, 'UID');
  const recurrence = nameIn(component, 'RECURRENCE-ID');
  const name = uid && named(uid, recurrence);
  const occurrence = overview.occurrenceOf(component);
  const { ref = name, formerRefs } = occurrence ?? {};
  function inUid(itsStart: string | undefined): InUid | undefined {
    if (uid === undefined || (recurrence !== undefined && !occurrence?.isFirst)) return undefined;
    const start = occurrence ? startInUid(occurrence.original) : itsStart;
    return { start, rank: overview.placeOf(component, uid, start).rank };
  }
  function refuse(what: string, { line, column, why }: Fault): ParsedEvent {
    const start = firstOf(component, 'DTSTART');
    const when = start && whenOf(start, overview.time);
    return {
      refused: {
        kind: 'event',
        ref,
        formerRefs,
        what: `${what} (line ${line}, column ${column})`,
        why,
        inUid: inUid(when && !isFault(when) ? startInUid(when) : undefined),
      },
    };
  }
  if (component.isOpen) return refuse('An event', { line: component.line, column: 1, why: 'It has no END:VEVENT.' });
  const read = propertiesOf(component);
  if (isFault(read)) return refuse('An event', read);
  const { properties } = read;
  const title = oneLine(textOf(properties, 'SUMMARY') ?? '');
  const called = `${title.slice(0, 150) || 'An event'} (${place})`;
  const times = timesOf(properties, component.line, overview.time);
  if (isFault(times)) return refuse(title || 'An event', times);
  const start = startInUid(times);
  if (name !== undefined && overview.placeOf(component, name, start).isOlder)
    return { left: { what: 'Older versions of events that are in the file more than once.', of: called } };
  const isOurs = component.product === PRODUCT;
  const left = new Set<string>();
  const { items, links, online, image } = namedBy(properties, { language, isOurs, left });
  const isTentative = !isOurs && /^TENTATIVE$/i.test(textOf(properties, 'STATUS') ?? '');
  const recurs = isMaster(component);
  const said = (isOurs ? saidInOurs : saidIn)(properties, overview.isCanceled(component), left);
  if (occurrence?.isOfSeries && title === '' && said.eventStatus === 'canceled')
    return { left: { what: 'Canceled occurrences without a title.', of: called } };
  const isOther = occurrence?.isOfSeries && !occurrence.isFirst;
  const isRange = /^THISANDFUTURE$/i.test(properties.get('RECURRENCE-ID')?.[0]?.parameters.range ?? '');
  const item: Item = {
    kind: 'event',
    ref: ref ?? hashOf([title, times.values]),
    formerRefs,
    uid: occurrence?.uid ?? (recurrence === undefined ? uid : undefined),
    inUid: inUid(start),
    // What recurs says later which occurrence it is. An exception without its series may be of one that is here.
    ...(!recurs && recurrence === undefined && { occurrence: null }),
    ...(occurrence?.isOfSeries && { occurrence: { series: uid!, originalStartsAt: occurrence.original.at } }),
    ...(isOurs && { url: textOf(properties, 'URL') }),
    sequence: sequenceOf(component),
    said: [
      {
        language,
        values: {
          ...said,
          ...times.values,
          ...(isOther && { slug: datedSlug(said.title, occurrence.original.day) }),
          onlineUrl: online ?? null,
          status: /^(?:PRIVATE|CONFIDENTIAL)$/i.test(textOf(properties, 'CLASS') ?? '') ? 'private' : 'publish',
        },
      },
    ],
    links,
    image: image?.ref ?? null,
    place,
    notTaken: [
      ...(isRange ? ['RECURRENCE-ID: RANGE=THISANDFUTURE: only this occurrence is changed.'] : []),
      ...(isTentative ? ['STATUS:TENTATIVE: the event is taken as certain.'] : []),
      ...[...times.left, ...left, ...read.left],
    ],
  };
  return { items: [...items, item], startsAt: times.at, recurs, occurrence, called };
}
