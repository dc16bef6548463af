import { PRODUCT } from '../../domain/icalendar/calendar.ts';
import type { Language } from '../../domain/language.ts';
import type { Item } from '../item.ts';
import { type Component, firstOf, textAfterColon } from './ics-components.ts';
import {
  isWebAddress,
  MEETINGS,
  oneLine,
  type Properties,
  textOf,
  webAddress,
  withoutEscapes,
} from './ics-properties.ts';
import { namedItem, nameRef } from './names.ts';

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
export function namedBy(properties: Properties, { language, isOurs, left }: Naming): Named {
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
