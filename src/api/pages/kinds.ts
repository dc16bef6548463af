import type { Located } from '../../domain/feed-event.ts';
import type { Language } from '../../domain/language.ts';
import type { ScheduledSeries } from '../../domain/recurrence/schedule.ts';
import type { PageFact } from '../../kinds/define-kind.ts';
import { type ByList, byName, EVENT_LINKS } from '../../kinds/event-links.ts';
import type { KindName } from '../../kinds/kinds.ts';
import { viewHref } from './address.ts';
import type { Marked } from './events.ts';
import { html, type Part } from './html.ts';
import type { ShownImage } from './images.ts';
import { hrefOf, listHref, type PageContext } from './site.ts';
import { type Dates, inWords } from './times.ts';
import type { Topic } from './toolbar.ts';
import { langOf, saidIn, type Translated } from './translated.ts';
import { WORDS } from './words.ts';

export interface Named extends Translated {
  databaseId?: number;
  name: string;
  url: string;
}

interface Place extends Translated, Located {
  slug: string;
  showMapLink: boolean;
}

interface Pictured {
  image: ShownImage | null;
}

/** The fields that the operations of pages select. Each kind has some of them. */
export interface Shown
  extends Named,
    Record<Language, string>,
    Dates,
    Marked,
    Place,
    ByList<((Named | (Named & Place)) & Pictured)[]> {
  databaseId: number;
  description: string;
  image: ShownImage | null;
  jsonLd: Record<string, unknown>;
  /** Of an occurrence: its series, if the visitor may see it. */
  series?: (ScheduledSeries & Pictured & { databaseId: number; url: string; ruleText: string | null }) | null;
  /** The lowest first. */
  prices: readonly { amount: number; currencyCode: string | null }[];
  statusReason: string;
  onlineUrl: string | null;
  customFields: ShownCustomField[];
  website: string;
  phone: string;
  email: string;
  categories: Topic[];
  tags: Named[];
  parent: Named | null;
  /** The categories directly below one. */
  children?: readonly Topic[];
}

type Fact = readonly [name: string, values: readonly Part[]];

/** A link to the page of a record. */
export const linkTo = (page: PageContext) => (record: Named) =>
  html`<a href="${hrefOf(page, record.url)}"${langOf(record, 'name', page.language)}>${record.name}</a>`;

/** A link to an address that a record names. With another scheme it stays text: no record stores one, no page links to one. */
const outward = (address: string, text = address): Part =>
  /^(?:https?|ftp|mailto|tel):/i.test(address) ? html`<a href="${address}" rel="nofollow noopener">${text}</a>` : text;

const BREAK = html`<br>`;

const said = (text: string, show: (text: string) => Part = (same) => same): readonly Part[] =>
  text ? [show(text)] : [];

/** The address of a place on one line; empty if unknown. */
function addressOf(place: Place, language: Language): readonly Part[] {
  const text = (key: 'address' | 'city' | 'stateProvince' | 'country') => saidIn(place, key, language);
  const town = [place.zip, place.zip && place.city && ' ', text('city')];
  const lines = [[text('address')], town, [text('stateProvince')], [text('country')]].filter((parts) =>
    parts.some(Boolean),
  );
  return lines.length ? [lines.map((part, at) => [at > 0 && ', ', part])] : [];
}

/** The same as plain text. */
export const addressLine = ({ address, city, stateProvince, zip, country }: Place): string =>
  [address, `${zip} ${city}`, stateProvince, country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');

const MAP = 'https://www.openstreetmap.org';

/** Rounds to ten centimetres, so that no exponent is written. */
const degrees = (value: number | null) => (value === null ? undefined : Number(value.toFixed(6)));

/**
 * A link to a map with a place. OpenStreetMap needs no account and no key, lets anybody link to it, and does not live on
 * advertising. The link uses the coordinates if they are known, else the address. A country or a region alone is not enough.
 */
function mapLink(place: Place, language: Language): Part {
  const { address, city, geoLat, geoLng } = place;
  const [lat, lng] = [geoLat, geoLng].map(degrees);
  const query = addressLine(place);
  const way =
    lat !== undefined && lng !== undefined
      ? `/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
      : (address || city) && `/search?${new URLSearchParams({ query })}`;
  return way && outward(MAP + way, WORDS[language].map);
}

/** A link to all events at a venue, in the list of all events. */
const eventsHere = (venue: Pick<Place, 'slug'>, page: PageContext) =>
  html`<a href="${viewHref(listHref(page), {}, { filters: [{ name: 'venue', values: [venue.slug] }], embedded: false })}">${WORDS[page.language].allHere}</a>`;

/** The value of a custom field, which an administrator has defined. */
interface ShownCustomField {
  label: string;
  kind: string;
  value: string;
  textLanguage: string | null;
}

/** A fact for each custom field, in the order of the fields. */
const customFacts = ({ customFields }: Pick<Shown, 'customFields'>, language: Language): Fact[] =>
  customFields.map((field) => [field.label, [customValue(field, language)]]);

function customValue({ kind, value, textLanguage }: ShownCustomField, language: Language): Part {
  if (kind === 'BOOLEAN') return value === 'true' ? WORDS[language].yes : WORDS[language].no;
  if (kind === 'DATE') return html`<time datetime="${value}">${inWords(language, 'long', value)}</time>`;
  if (kind === 'URL') return outward(value);
  const lines = value.split('\n').map((line, at) => [at > 0 && BREAK, line]);
  const said = textLanguage?.toLowerCase() ?? language;
  return said === language ? lines : html`<span lang="${said}">${lines}</span>`;
}

/** How a page shows each fact of a record that events link to. */
const FACTS: Readonly<Record<PageFact, (record: Shown, page: PageContext) => Fact>> = {
  place(place, page) {
    const { language } = page;
    const map = place.showMapLink && mapLink(place, language);
    return [WORDS[language].address, [...addressOf(place, language), ...(map ? [map] : []), eventsHere(place, page)]];
  },
  phone: ({ phone }, { language }) => [
    WORDS[language].phone,
    said(phone, (text) => outward(`tel:${text.replace(/[^\d+]/g, '')}`, text)),
  ],
  email: ({ email }, { language }) => [
    WORDS[language].email,
    said(email, (text) => outward(`mailto:${encodeURIComponent(text)}`, text)),
  ],
  website: ({ website }, { language }) => [WORDS[language].website, said(website, outward)],
};

/** The facts on the page of a record, of a word or two each, by the kind of the record. */
const FACTS_OF: Readonly<Record<KindName, (record: Shown, page: PageContext) => readonly Fact[]>> = {
  event({ costText, isFree, website, url, onlineUrl, customFields, categories, tags, showMapLink, ...linked }, page) {
    const { language } = page;
    const [words, link] = [WORDS[language], linkTo(page)];
    const where = (venue: Named & Place) => {
      // Event and venue each have a switch. That of the venue applies to all events there.
      const map = showMapLink && venue.showMapLink && mapLink(venue, language);
      return html`${[link(venue), ...addressOf(venue, language), map, eventsHere(venue, page)].filter(Boolean).map((part, at) => [at > 0 && BREAK, part])}`;
    };
    return [
      ...EVENT_LINKS.map(
        (kind): Fact => [
          kind.words[language].inEvent,
          linked[kind.inEvents].map((record) =>
            kind.page.facts.includes('place') ? where(record as Place & Named) : link(record),
          ),
        ],
      ),
      [words.online, said(onlineUrl ?? '', outward)],
      [words.cost, said(isFree ? words.free : (costText ?? ''))],
      // An event without a website of its own has the address of this page there.
      [words.website, website === url ? [] : said(website, outward)],
      ...customFacts({ customFields }, language),
      [words.categories, categories.map(link)],
      [words.tags, tags.map(link)],
    ];
  },
  ...byName(({ page }) => (record: Shown, at: PageContext) => [
    ...page.facts.map((fact) => FACTS[fact](record, at)),
    ...customFacts(record, at.language),
  ]),
  category: ({ parent }, page) => [[WORDS[page.language].partOf, parent ? [linkTo(page)(parent)] : []]],
  tag: () => [],
};

/** The facts of a record that have a value. */
export function factsOf(kind: KindName, record: Shown, page: PageContext): Part {
  const rows = FACTS_OF[kind](record, page).filter(([, values]) => values.length);
  if (!rows.length) return undefined;
  return html`<dl class="facts">
${rows.map(
  ([name, values]) => html`<div><dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>
`,
)}</dl>`;
}
