import type { LinkKind } from '../links.ts';
import type { Language } from '../rules/language.ts';
import { type Html, html, type Part } from './html.ts';
import type { ShownImage } from './images.ts';
import { type Dates, timeIn } from './times.ts';
import { langOf, saidIn, type Translated } from './translated.ts';
import { WORDS } from './words.ts';

interface Named extends Translated {
  name: string;
  url: string;
}

interface Place extends Translated {
  address: string;
  city: string;
  stateProvince: string;
  zip: string;
  country: string;
  geoLat: number | null;
  geoLng: number | null;
  showMapLink: boolean;
}

/** What the operations of pages select of a record; each kind has some of it. */
export interface Shown extends Named, Record<Language, string>, Dates, Place {
  databaseId: number;
  description: string;
  image: ShownImage | null;
  jsonLd: Record<string, unknown>;
  cost: string;
  website: string;
  phone: string;
  email: string;
  venues: (Named & Place)[];
  organizers: Named[];
  categories: Named[];
  tags: Named[];
  parent: Named | null;
}

/** What pages of a kind have of their own. */
interface PageKind {
  operation: string;
  /** The type of the page for other sites (Open Graph). */
  type: string;
  /** Below the heading. */
  lead?(record: Shown, language: Language): Part;
  /** What is told in a word or two each. */
  facts(record: Shown, language: Language): readonly Fact[];
  /** The filter for its events, where it has any. */
  events?(record: Shown): Record<string, unknown>;
}

type Fact = readonly [name: string, values: readonly Part[]];

const linkIn =
  (language: Language) =>
  (record: Named): Html =>
    html`<a href="${record.url}"${langOf(record, 'name', language)}>${record.name}</a>`;

/** A link to what a record names. Another scheme than these is text: none is stored, and none would be followed. */
const outward = (address: string, text = address): Part =>
  /^(?:https?|ftp|mailto|tel):/i.test(address) ? html`<a href="${address}" rel="nofollow noopener">${text}</a>` : text;

const BREAK = html`<br>`;

const said = (text: string, show: (text: string) => Part = (same) => same): readonly Part[] =>
  text ? [show(text)] : [];

/** The address of a place in a line; nothing where nothing is known of it. */
function addressOf(place: Place, language: Language): readonly Part[] {
  const text = (key: 'address' | 'city' | 'stateProvince' | 'country') => saidIn(place, key, language);
  const town = [place.zip, place.zip && place.city && ' ', text('city')];
  const known = [[text('address')], town, [text('stateProvince')], [text('country')]].filter((parts) =>
    parts.some(Boolean),
  );
  return known.length ? [known.map((part, at) => [at > 0 && ', ', part])] : [];
}

const MAP = 'https://www.openstreetmap.org';

/** To ten centimetres, so that no power of ten is written. */
const degrees = (known: number | null): number | undefined => (known === null ? undefined : Number(known.toFixed(6)));

/**
 * A map with a place, at OpenStreetMap: it needs no account and no key, may be linked by anybody, and lives on no
 * advertisement. By its coordinates where they are known, else by its address; a country or a region alone is no place.
 */
function mapLink(place: Place, language: Language): Part {
  const { address, city, stateProvince, zip, country, geoLat, geoLng } = place;
  const [lat, lng] = [geoLat, geoLng].map(degrees);
  const query = [address, `${zip} ${city}`, stateProvince, country]
    .map((part) => part.trim())
    .filter(Boolean)
    .join(', ');
  const way =
    lat !== undefined && lng !== undefined
      ? `/?mlat=${lat}&mlon=${lng}#map=17/${lat}/${lng}`
      : (address || city) && `/search?${new URLSearchParams({ query })}`;
  return way && outward(MAP + way, WORDS[language].map);
}

function contacts({ phone, email = '', website }: Shown, language: Language): Fact[] {
  const words = WORDS[language];
  return [
    [words.phone, said(phone, (text) => outward(`tel:${text.replace(/[^\d+]/g, '')}`, text))],
    [words.email, said(email, (text) => outward(`mailto:${encodeURIComponent(text)}`, text))],
    [words.website, said(website, outward)],
  ];
}

/** The pages of the kinds of records. */
export const PAGE_KINDS: Readonly<Record<LinkKind, PageKind>> = {
  event: {
    operation: 'EventPage',
    type: 'article',
    lead: (event, language) => html`<p class="when">${timeIn(language, 'long', event)}</p>`,
    facts({ venues, organizers, cost, website, url, categories, tags, showMapLink }, language) {
      const [words, link] = [WORDS[language], linkIn(language)];
      const where = (venue: Named & Place): Html => {
        // Event and venue both have a switch: the one of the venue is for all events there.
        const map = showMapLink && venue.showMapLink && mapLink(venue, language);
        return html`${[link(venue), ...addressOf(venue, language), map].filter(Boolean).map((part, at) => [at > 0 && BREAK, part])}`;
      };
      return [
        [words.where, venues.map(where)],
        [words.organizers, organizers.map(link)],
        [words.cost, said(cost)],
        // Without a website of its own it names this page.
        [words.website, website === url ? [] : said(website, outward)],
        [words.categories, categories.map(link)],
        [words.tags, tags.map(link)],
      ];
    },
  },
  venue: {
    operation: 'VenuePage',
    type: 'place',
    facts(venue, language) {
      const map = venue.showMapLink && mapLink(venue, language);
      const address = [...addressOf(venue, language), ...(map ? [map] : [])];
      return [[WORDS[language].address, address], ...contacts(venue, language)];
    },
    events: ({ databaseId }) => ({ venues: [databaseId] }),
  },
  organizer: {
    operation: 'OrganizerPage',
    type: 'profile',
    facts: contacts,
    events: ({ databaseId }) => ({ organizers: [databaseId] }),
  },
  category: {
    operation: 'CategoryPage',
    type: 'website',
    facts: ({ parent }, language) => [[WORDS[language].partOf, parent ? [linkIn(language)(parent)] : []]],
    events: ({ databaseId }) => ({ categories: [String(databaseId)] }),
  },
  tag: {
    operation: 'TagPage',
    type: 'website',
    facts: () => [],
    events: ({ databaseId }) => ({ tags: [String(databaseId)] }),
  },
};

/** The facts of a record of which something is known. */
export function factsOf(kind: PageKind, record: Shown, language: Language): Part {
  const known = kind.facts(record, language).filter(([, values]) => values.length);
  if (!known.length) return undefined;
  return html`<dl class="facts">
${known.map(
  ([name, values]) => html`<div><dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>
`,
)}</dl>`;
}
