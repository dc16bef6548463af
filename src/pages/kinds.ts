import type { LinkKind } from '../links.ts';
import type { Language } from '../rules/language.ts';
import { type Html, html, type Part } from './html.ts';
import { type Dates, datesIn } from './times.ts';
import { WORDS, type Words } from './words.ts';

interface Named {
  name: string;
  url: string;
}

interface Address {
  address: string;
  city: string;
  stateProvince: string;
  zip: string;
  country: string;
}

/** What the operations of pages select of a record; each kind has some of it. */
export interface Shown extends Named, Record<Language, string>, Dates, Address {
  databaseId: number;
  translations: { language: Uppercase<Language> }[];
  description: string;
  image: { url: string } | null;
  jsonLd: Record<string, unknown>;
  cost: string;
  website: string;
  phone: string;
  email: string;
  venues: (Named & Address)[];
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
  facts(record: Shown, words: Words): readonly Fact[];
  /** The filter for its events, where it has any. */
  events?(record: Shown): Record<string, unknown>;
}

type Fact = readonly [name: string, values: readonly Part[]];

const link = ({ name, url }: Named): Html => html`<a href="${url}">${name}</a>`;

/** A link to what a record names. Another scheme than these is text: none is stored, and none would be followed. */
const outward = (address: string, text = address): Part =>
  /^(?:https?|ftp|mailto|tel):/i.test(address) ? html`<a href="${address}" rel="nofollow noopener">${text}</a>` : text;

const said = (text: string, show: (text: string) => Part = (same) => same): readonly Part[] =>
  text ? [show(text)] : [];

const addressOf = ({ address, city, stateProvince, zip, country }: Address): string =>
  [address, [zip, city].filter(Boolean).join(' '), stateProvince, country].filter(Boolean).join(', ');

const contacts = ({ phone, email = '', website }: Shown, words: Words): Fact[] => [
  [words.phone, said(phone, (text) => outward(`tel:${text.replace(/[^\d+]/g, '')}`, text))],
  [words.email, said(email, (text) => outward(`mailto:${encodeURIComponent(text)}`, text))],
  [words.website, said(website, outward)],
];

/** The pages of the kinds of records. */
export const PAGE_KINDS: Readonly<Record<LinkKind, PageKind>> = {
  event: {
    operation: 'EventPage',
    type: 'article',
    lead: ({ jsonLd, ...dates }, language) =>
      html`<p class="when"><time datetime="${String(jsonLd.startDate)}">${datesIn(language, 'long', dates)}</time></p>`,
    facts: ({ venues, organizers, cost, website, url, categories, tags }, words) => [
      [words.where, venues.map((venue) => html`${link(venue)}${said(addressOf(venue), (text) => html`<br>${text}`)}`)],
      [words.organizers, organizers.map(link)],
      [words.cost, said(cost)],
      // Without a website of its own it names this page.
      [words.website, website === url ? [] : said(website, outward)],
      [words.categories, categories.map(link)],
      [words.tags, tags.map(link)],
    ],
  },
  venue: {
    operation: 'VenuePage',
    type: 'place',
    facts: (venue, words) => [[words.address, said(addressOf(venue))], ...contacts(venue, words)],
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
    facts: ({ parent }, words) => [[words.partOf, parent ? [link(parent)] : []]],
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
  const known = kind.facts(record, WORDS[language]).filter(([, values]) => values.length);
  if (!known.length) return undefined;
  return html`<dl class="facts">
${known.map(
  ([name, values]) => html`<div><dt>${name}</dt>${values.map((value) => html`<dd>${value}</dd>`)}</div>
`,
)}</dl>`;
}
