import { OFF_WORDS } from '../../domain/event-status.ts';
import { escapeHtml, plainText, stripTags, withoutUnseen } from '../../domain/html.ts';
import { PRODUCT, ZONE_NAME } from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import { datedSlug } from '../../domain/slug.ts';
import { percentDecoded } from '../../domain/text.ts';
import type { Instant } from '../../domain/time.ts';
import { hashOf } from '../hashes.ts';
import type { InUid, Item, Left, Refusal } from '../item.ts';
import { startInUid } from '../shared-uids.ts';
import { type Component, firstOf, type Property, propertyOf, textAfterColon } from './ics-components.ts';
import { isMaster, nameIn, type Overview, sequenceOf } from './ics-overview.ts';
import { named, type Occurrence } from './ics-series.ts';
import { columnOf, type Fault, isFault, timesOf, whenOf } from './ics-times.ts';
import { namedItem, nameRef } from './names.ts';

/** How to read the events of a file. */
interface IcsReading {
  language: Language;
  overview: Overview;
}

export type ToldEvent =
  /** Whether it is the first of several, or which one of another event. */
  | { items: Item[]; startsAt: Instant; recurs: boolean; occurrence: Occurrence | undefined; called: string }
  | { refused: Refusal }
  | { left: Left };

/** Where an event is joined from afar: by RFC 7986, by Google and by Outlook. */
const MEETINGS = ['CONFERENCE', 'X-GOOGLE-CONFERENCE', 'X-MICROSOFT-SKYPETEAMSMEETINGURL'];

/** The properties that are read. */
const READ: ReadonlySet<string> = new Set([
  'UID',
  'SUMMARY',
  'DESCRIPTION',
  'X-ALT-DESC',
  'DTSTART',
  'DTEND',
  'DURATION',
  'LOCATION',
  'GEO',
  'URL',
  'CATEGORIES',
  'ORGANIZER',
  'CONTACT',
  'STATUS',
  'SEQUENCE',
  'IMAGE',
  'ATTACH',
  ...MEETINGS,
  'CLASS',
  'RECURRENCE-ID',
  ZONE_NAME,
]);

/** What says nothing about an event that people miss here, or is told in other words. */
const KEPT_QUIET =
  /^(?:DTSTAMP|CREATED|LAST-MODIFIED|TRANSP|PRIORITY|RRULE|RDATE|EXDATE|EXRULE|X-.*(?:UID|ID|BUSYSTATUS))$/;

/** The properties without which an event would be another. */
const DECIDING: ReadonlySet<string> = new Set(['UID', 'RECURRENCE-ID', 'DTSTART', 'DTEND', 'DURATION']);

/** The properties of which an event may have several. Of the others, the first is read. */
const SEVERAL: ReadonlySet<string> = new Set(['ORGANIZER', 'CONTACT', 'CATEGORIES', 'IMAGE', 'ATTACH', 'CONFERENCE']);

const NOT_TAKEN = ['ATTENDEE', 'COMMENT', 'RESOURCES', 'RELATED-TO'];

/** Whether a line has a value for people, other than a number, a date or a word of a program in capitals. */
const saysText = (text: string) => /[\p{Ll}\p{Lo}]/u.test(text.slice(text.indexOf(':')));

type Properties = ReadonlyMap<string, readonly Property[]>;

/** The properties of an event and the names of those that are not taken, or the first fault in those that decide. */
function propertiesOf({ lines, dropped }: Component): { properties: Properties; left: string[] } | Fault {
  const properties = new Map<string, Property[]>();
  const left = new Set([...dropped].map((name) => `${name}: too long, or one of too many lines of an event.`));
  for (const line of lines) {
    const { name, text } = line;
    if (!/[:;]/.test(text)) {
      left.add('Lines that are none of iCalendar.');
      continue;
    }
    if (!READ.has(name)) {
      if (NOT_TAKEN.includes(name) || (!KEPT_QUIET.test(name) && saysText(text))) left.add(`${name}.`);
      continue;
    }
    const property = propertyOf(line);
    if (!property) {
      // An event needs to know when it is, and which.
      if (DECIDING.has(name)) return { line: line.line, column: columnOf(line), why: `${name} cannot be read.` };
      left.add(`${name}: cannot be read.`);
      continue;
    }
    const known = properties.get(name);
    if (!known) properties.set(name, [property]);
    else if (SEVERAL.has(name)) known.push(property);
    else left.add(`${name}: all but the first.`);
  }
  return { properties, left: [...left] };
}

const textOf = (properties: Properties, name: string) => {
  const value = properties.get(name)?.[0]?.values[0];
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
};

/** A title or name without tags, in one line. A web address in angle brackets is no tag. */
const oneLine = (text: unknown) =>
  stripTags(
    String(text)
      .replace(/\p{Cc}+/gu, ' ')
      .replace(/<(https?:\/\/[^\s<>]+)>/gi, ' $1 '),
  );

/** The plug-in percent-encodes names: `Mill%20Society`. */
const withoutEscapes = (name: string) => (/\s/.test(name) ? name : percentDecoded(name));

const isWebAddress = (text: string) => /^https?:\/\/\S+$/i.test(text);

/** A web address without the name and password of somebody; undefined for anything else. Adds what is lost to `left`. */
function webAddress(text: string | undefined, name: string, left: Set<string>) {
  if (text === undefined) return undefined;
  if (!isWebAddress(text)) return void left.add(`${name}: no web address.`);
  const bare = text.replace(/^(https?:\/\/)[^/?#\\]*@/i, '$1');
  if (bare !== text) left.add(`${name}: the name and password in a web address.`);
  return bare;
}

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

const WORDS = Object.values(OFF_WORDS).flatMap((words) => Object.values(words));

/** What a text says after a word of ours for an event that does not take place; undefined if it does not begin with one. */
function afterWord(text: string) {
  const word = WORDS.find((each) => text.startsWith(`${each}: `));
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
export function tellIcsEvent(component: Component, { language, overview }: IcsReading): ToldEvent {
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
  function refuse(what: string, { line, column, why }: Fault): ToldEvent {
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

/** The places that an event names. */
export function placesNamed(component: Component, language: Language): Item[] {
  const [location, point] = [firstOf(component, 'LOCATION'), firstOf(component, 'GEO')];
  if (component.isOpen || !location) return [];
  const properties = new Map([['LOCATION', [location]], ...(point ? [['GEO', [point]] as const] : [])]);
  const { venues } = placesIn(properties, { isOurs: component.product === PRODUCT, left: new Set() });
  return itemsOf('venues', venues, language);
}

interface Named {
  items: Item[];
  links: NonNullable<Item['links']>;
  online: string | undefined;
  image: Item | undefined;
}

interface Naming {
  language: Language;
  isOurs: boolean;
  /** Grows with what of it is not taken, for people. */
  left: Set<string>;
}

/** A record that an event names, and what the file says about it. */
interface Mention {
  name: string;
  values?: object;
}

/** What an event refers to: venues, people, categories, an image and an online URL. */
function namedBy(properties: Properties, { language, isOurs, left }: Naming): Named {
  const place = placesIn(properties, { isOurs, left });
  const organizers = [
    ...(properties.get('ORGANIZER') ?? []).map(({ parameters, values: [address] }) => {
      if (ADDRESS.test(String(address))) left.add('ORGANIZER: the e-mail address.');
      return { name: publicName(withoutEscapes(String(parameters.cn ?? '')), 'ORGANIZER', left) };
    }),
    ...(properties.get('CONTACT') ?? []).map(({ values: [text] }) =>
      isOurs ? contactOf(oneLine(text)) : { name: publicName(String(text), 'CONTACT', left) },
    ),
  ].filter(({ name }) => name !== '');
  const categories = (properties.get('CATEGORIES') ?? [])
    .flatMap(({ values }) => values.map((each) => ({ name: oneLine(each) })))
    .filter(({ name }) => name !== '');
  if (categories.some(({ name }) => isWebAddress(name))) left.add('CATEGORIES: web addresses.');
  const lists: Record<string, Mention[]> = {
    venues: place.venues,
    organizers,
    categories: categories.filter(({ name }) => !isWebAddress(name)),
  };
  const items = Object.entries(lists).flatMap(([list, all]) => itemsOf(list, all, language));
  const attached = [...(properties.get('IMAGE') ?? []), ...(properties.get('ATTACH') ?? [])];
  const picture = attached.find(
    ({ parameters, values: [value], line }) =>
      isWebAddress(String(value)) && (line.name === 'IMAGE' || /^image\//i.test(parameters.fmttype ?? '')),
  );
  for (const each of attached) if (each !== picture) left.add(`${each.line.name}: attachments.`);
  const url = picture && webAddress(String(picture.values[0]), picture.line.name, left);
  const image: Item | undefined = url ? { kind: 'image', ref: url, said: [{ language, values: { url } }] } : undefined;
  const links = Object.fromEntries(
    Object.entries(lists).map(([list, all]) => [list, all.map(({ name }) => nameRef(name))]),
  );
  const meetings = MEETINGS.flatMap((name) => properties.get(name) ?? []).map(({ values: [text] }) =>
    String(text).trim(),
  );
  // A telephone number may come before the address.
  const meeting = meetings.find(isWebAddress) ?? meetings[0];
  const online = webAddress(meeting, 'CONFERENCE', left) ?? place.online;
  if (place.online !== undefined && place.online !== online) left.add('LOCATION: another web address than CONFERENCE.');
  return { items: [...items, ...(image ? [image] : [])], links, online, image };
}

const itemsOf = (list: string, all: readonly Mention[], language: Language): Item[] =>
  all.map(({ name, values }) => {
    const item = namedItem(list, name, language);
    return values ? { ...item, said: [{ language, values: { ...item.said[0].values, ...values } }] } : item;
  });

/** Where an event takes place: its venues, the only one of them with its point, and its web address. */
function placesIn(
  properties: Properties,
  { isOurs, left }: Omit<Naming, 'language'>,
): { venues: Mention[]; online: string | undefined } {
  const { venues, online } = placeIn(textOf(properties, 'LOCATION') ?? '', { isOurs, left });
  const [geo] = properties.get('GEO') ?? [];
  const [, geoLat = 91, geoLng = 181] = (POINT.exec(geo ? textAfterColon(geo.line) : '') ?? []).map(Number);
  const isPoint = Math.abs(geoLat) <= 90 && Math.abs(geoLng) <= 180;
  // A point may be of any of several places.
  const whole = isPoint && venues.length === 1 ? { geoLat, geoLng } : {};
  if (geo && !isPoint) left.add('GEO: no point of the earth.');
  else if (geo && venues.length !== 1) left.add('GEO: a point of no place, or of one of several.');
  return { venues: venues.map(({ name, values }) => ({ name, values: { ...values, ...whole } })), online };
}

/** The degrees of a point. */
const POINT = /^([+-]?\d+(?:\.\d*)?) *; *([+-]?\d+(?:\.\d*)?)$/;

/** The address of a web page within a location; without its scheme only if it is all of it. */
const ONLINE = /https?:\/\/\S+|^(?:www\.|[a-z\d-]+(?:\.[a-z\d-]+)*\.[a-z]{2,}\/)\S+$/i;

/** The venues of a location, or its web address. A venue is the text up to the first comma; our files separate several by `; `. */
function placeIn(
  said: string,
  { isOurs, left }: Omit<Naming, 'language'>,
): { venues: Mention[]; online: string | undefined } {
  const location = oneLine(said);
  const found = ONLINE.exec(location.slice(0, LONGEST_LOCATION));
  const before = found ? location.slice(0, found.index).replace(/[\s,;/|(-]+$/, '') : said;
  const after = found ? location.slice(found.index + found[0].length).trim() : '';
  // A word with a colon only says what the address is.
  const isLabel = found !== null && before.endsWith(':');
  const text = isLabel ? '' : isOurs ? oneLine(before) : publicName(before, 'LOCATION', left);
  if (isLabel || /\w/.test(after)) left.add('LOCATION: words beside a web address.');
  const address = found?.[0].replace(/[,;.)]+$/, '');
  return {
    venues: (isOurs ? text.split('; ') : [text]).flatMap((each) => {
      const [name, ...parts] = each.split(',').map((part) => part.trim());
      return name && !NO_PLACE.test(name)
        ? [{ name, ...(parts.length && { values: { address: parts.join(', ') } }) }]
        : [];
    }),
    online: webAddress(address && (/^https?:/i.test(address) ? address : `https://${address}`), 'LOCATION', left),
  };
}

const LONGEST_LOCATION = 2000;

/** What Outlook writes for a meeting without a place. */
const NO_PLACE =
  /^(?:microsoft teams(?:[ -](?:meeting|besprechung|모임|회의))?|(?:reunión|réunion|riunione|reunião) (?:de |en |di |do |no )?microsoft teams)$/i;

/** An e-mail address. */
const ADDRESS = /[^\s@/]@[^\s@]/;

/** Words for phone numbers and e-mail addresses before them. */
const WORD = '(?<!\\p{L})(?:tel|tél|tlf|telephone|teléfono|phone|mobile|móvil|cell|fax|e-?mail|전화)[.:]{0,2}';
const NUMBER = '\\d[\\d\\s().\\/-]{5,30}\\d';
const PHONES = {
  person: new RegExp(`(?:${WORD} ?)?[+(]{0,2}${NUMBER}`, 'giu'),
  // Streets and towns have other numbers.
  place: new RegExp(`(?:${WORD} ?[+(]{0,2}|\\(?\\+)${NUMBER}`, 'giu'),
};
const LAST_WORD = new RegExp(`${WORD}$`, 'iu');
const FEWEST_DIGITS = 7;

/** The name of a person or place in one line, without e-mail addresses and phone numbers, which are told. */
function publicName(text: string, property: 'ORGANIZER' | 'CONTACT' | 'LOCATION', left: Set<string>) {
  const said = oneLine(text.replace(/<((?:mailto:)?[^\s<>@]+@[^\s<>@]+)>/gi, ' $1 '));
  const words = said.split(' ').filter((word) => !ADDRESS.test(word));
  const named = words.join(' ');
  const isPhone = (number: string) => number.replace(/\D/g, '').length >= FEWEST_DIGITS;
  const name = named.replace(PHONES[property === 'LOCATION' ? 'place' : 'person'], (all) => (isPhone(all) ? '' : all));
  if (named !== said) left.add(`${property}: the e-mail address.`);
  if (name !== named) left.add(`${property}: the phone number.`);
  if (name === said) return name;
  const parts = name.replace(/\( ?\)/g, '').split(/[,;]/);
  return parts.flatMap((part) => part.trim().replace(LAST_WORD, '').trim() || []).join(', ');
}

/** An organizer as our feeds write it: the name, then a phone number and an e-mail address if they are known. */
function contactOf(text: string): Mention {
  const parts = text.split(', ');
  const email = ADDRESS.test(parts.at(-1)!) ? parts.pop() : undefined;
  const phone = parts.length > 1 && /^[+(\d][\d\s()./+-]*$/.test(parts.at(-1)!) ? parts.pop() : undefined;
  return { name: parts.join(', '), values: { ...(phone && { phone }), ...(email && { email }) } };
}
