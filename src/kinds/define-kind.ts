import type { Freshness } from '../cache/freshness.ts';
import type { Collection } from '../data/port.ts';
import { type KindRights, postRights, termRights, type UnknownFirst } from '../domain/access.ts';
import { codeOf, type ErrorCode } from '../domain/errors.ts';
import type { OrderBy } from '../domain/fields/slice.ts';
import { blankSwitches } from '../domain/fields/storage.ts';
import { type Field, type FieldTable, patchTable } from '../domain/fields/table.ts';
import { type Language, textIn } from '../domain/language.ts';
import { capitalized } from '../domain/text.ts';
import type { Instant } from '../domain/time.ts';
import { sourceField, withTwins } from './post/fields.ts';
import { linkedParameters } from './post/parameters.ts';
import type { Html, LinkedRecord, PostRecord } from './post/record.ts';
import { linkedWhere } from './post/where-fields.ts';
import type { Shape } from './shared/shape.ts';

/**
 * What every kind of record declares: its tables, and its names in both APIs. Names are written in full, so that a search
 * for one finds its kind. Routes, operations, root fields, pages, addresses and errors are generated from it.
 */
export interface Kind<One extends string = string, Many extends string = string> {
  /** The singular name, in code, in GraphQL, in errors and in the log of changes. */
  name: One;
  /** The plural name, in REST, in GraphQL and in the links of events. */
  plural: Many;
  /** The root fields of GraphQL. */
  queries: { one: One; connection: Many; page: `${One}Page` };
  mutations: Mutations<One>;
  rest: RestNames<One, Many>;
  page: PageNames;
  /** The fields for creating, and for updating. */
  fields: FieldTable;
  patch: FieldTable;
  /** The fields for creating what may exist already, where they differ from those for creating. */
  upsert?: FieldTable;
  /** The fields that deleting and restoring take. */
  trashing?: FieldTable;
  /** The filters of lists in GraphQL. */
  where: FieldTable;
  /** The list parameters of REST. Each is a member of `where`, or says what it translates to there. */
  filters: ParameterTable;
  rights: KindRights;
}

type Mutations<One extends string> = { [Verb in 'create' | 'update' | 'delete']: `${Verb}${Capitalize<One>}` } & {
  [Verb in 'restore' | 'upsert']?: `${Verb}${Capitalize<One>}`;
} & { deleteTranslation: `delete${Capitalize<One>}Translation` };

interface RestNames<One extends string, Many extends string> {
  /** The path of the collection, below the namespace. */
  path: `/${Many}`;
  /** The operations that the routes run. */
  operations: { list: `List${Capitalize<Many>}` } & {
    [Verb in 'read' | 'create' | 'update' | 'delete']: `${Capitalize<Verb>}${Capitalize<One>}`;
  };
  /** Whether parameters name the order of lists. */
  ordered?: true;
  /** Whether records also have an address by slug: `/venues/by-slug/<slug>`. */
  bySlug: boolean;
  /** The selection for a single read. Defaults to the body. */
  reads?: string;
  /** Whether an event that links only one shows it alone, not as a list. */
  single?: true;
  /** The input fields of REST, where they differ from GraphQL. */
  fields?: FieldTable;
  patch?: FieldTable;
  /** The parameters of deleting. */
  deletion?: FieldTable;
  /** The error for a page past the end. Without it, such a page is empty. */
  pastTheEnd?: ErrorCode;
  /** Whether lists begin with their totals. By default they end with them. */
  totalsFirst?: true;
  /** Whether creating sends the new record's address in `Location`. */
  located?: true;
  /** Parameters that writes refuse, with the error for each. */
  refused?: Readonly<Record<string, ErrorCode>>;
  /** Errors for a record at its address, by any method, besides those derived from the rest. */
  failures: readonly ErrorCode[];
  /** The error for an unknown id. Without it, an unknown id is refused as a bad parameter. */
  unknownId?: ErrorCode;
  /** The error for deleting what is already in the trash. */
  trashed?: ErrorCode;
  /** Read errors that offer no actions. Other errors say themselves what the caller can do. */
  offersNothing?: readonly ErrorCode[];
}

interface PageNames {
  /** The path prefix of its pages, below the site: `events/category`. */
  path: string;
  /** The operation that its page runs. */
  operation: string;
  /** The Open Graph type of its page: https://ogp.me/#types */
  type: string;
}

/** What the translation of parameters needs from the request. */
export interface Asking {
  zone: string;
  now: Instant;
  freshness: Freshness;
  /** Whether a feed for news readers is asked for, which begins with what is on. */
  isNews?: boolean;
}

/** Translates several list parameters together: into members of `where`, the order, and the values that links show. */
export type Translate<Values> = (
  values: Values,
  ctx: Asking,
) => { where: object; orderBy?: OrderBy; shown?: Readonly<Record<string, string>> };

/** A parameter of a list. */
interface Parameter extends Field {
  /** The member of `where`, if its name differs, or a translation shared with other parameters. */
  asks?: string | Translate<never>;
  /** The member of `where` that such a translation fills with it. Problems with that member name this parameter. */
  fills?: string;
}

export type ParameterTable = Readonly<Record<string, Parameter>>;

/** What was just written: the values, the previous record if there was one, and the language. */
export interface Written<R> {
  values: object;
  before?: R;
  language: Language;
}

/** How one kind of post differs from the others. */
export interface PostKind<R extends PostRecord = PostRecord>
  extends Pick<Kind, 'name' | 'fields' | 'patch' | 'upsert' | 'trashing' | 'where'> {
  /** Events get their slug on first publication. What they link to gets one at once. */
  draftsHaveSlugs: boolean;
  unknownFirst: UnknownFirst;
  /** The error for reading what is in the trash, if it differs from that for inaccessible records. */
  trashed?: ErrorCode;
  /** The kind whose custom fields it has, if they are those of another. */
  customFieldsOf?: 'event';
  /** The initial values of a new record. */
  blank: object;
  /** Its title or name in a language, with fallback. */
  nameIn(record: R, language: Language): string;
  /** The searchable texts. */
  searchable(record: R, language: Language): readonly string[];
  /** The slug to find for a record whose title gives this one, if that differs. */
  wantedSlug?(record: R, slug: string): string;
  /** Adds what follows from the fields that were just written. */
  follow?(record: R, written: Written<R>): R;
  /** Values stored only for filters and orders. */
  facets?(record: R): object;
}

/** How a record is described in schema.org. */
interface JsonLd<R> {
  /** `Person`. */
  type: string;
  /** The member of a schema.org Event that holds the first linked record. */
  inEvent: string;
  /** The members besides name, description and url. Those without a value are left out. `image` is the image's address. */
  members(record: R, shown: { language: Language; image: string | undefined }): Readonly<Record<string, unknown>>;
}

/** Facts that the page of a record shows, in the order shown. */
export type PageFact = 'place' | 'phone' | 'email' | 'website';

/** A kind of post that events link to. */
export interface LinkedKind<R extends LinkedRecord = LinkedRecord> extends PostKind<R>, Kind {
  fields: FieldTable;
  upsert: FieldTable;
  patch: FieldTable;
  where: ReturnType<typeof linkedWhere>;
  /** Describes one record, for people. */
  description: string;
  collection: Collection;
  /** The shape of every stored record. */
  shape: Shape;
  /** The list in an event that holds their ids. */
  inEvents: string;
  /** The index of that list. */
  index: string;
  /** What the filter of events by that list does, for people. */
  filtersEvents: string;
  jsonLd: JsonLd<R>;
  page: PageNames & { facts: readonly PageFact[] };
  /** The words on pages: the heading within an event, and the noun beside a count. */
  words: Readonly<Record<Language, { inEvent: string; counted: string }>>;
  /** The examples of the OpenAPI document, for creating and updating. */
  examples: { create: object; update: object };
}

/** What a linked kind does not declare, because all linked kinds share it. */
type Derived =
  | 'inEvents'
  | 'index'
  | 'upsert'
  | 'draftsHaveSlugs'
  | 'unknownFirst'
  | 'blank'
  | 'nameIn'
  | 'searchable'
  | 'trashed';

type LinkedDeclaration<One extends string, Many extends string, F extends FieldTable, R extends LinkedRecord> = Omit<
  LinkedKind<R>,
  keyof Kind | Derived
> &
  Pick<Kind<One, Many>, 'name' | 'plural' | 'queries' | 'mutations'> &
  Pick<LinkedKind, 'page'> & {
    rest: Pick<RestNames<One, Many>, 'path' | 'operations' | 'single'>;
    fields: F;
    /** The searchable texts between the name and the description. */
    searchable(record: R, language: Language): readonly string[];
  };

type Described = LinkedRecord<{ name?: string; description?: Html }>;

/** Declares a kind of post that events link to. `src/kinds/event-links.ts` lists them. */
export function defineLinkedKind<
  const One extends string,
  const Many extends string,
  const F extends FieldTable,
  R extends LinkedRecord,
>(
  kind: LinkedDeclaration<One, Many, F, R>,
): LinkedKind<R> & { name: One; plural: Many; inEvents: Many; fields: F; queries: Kind<One, Many>['queries'] } {
  const { name, searchable } = kind;
  const fields = withTwins(kind.fields);
  const patchOf = (table: FieldTable) =>
    patchTable({ ...table, name: { ...table.name!, whenBlank: `BLANK_${name.toUpperCase()}_RENAME` } });
  const where = linkedWhere(name);
  const textOf = (record: Described, key: 'name' | 'description', language: Language) => textIn(record, key, language);
  const nameIn = (record: R, language: Language) => String(textOf(record, 'name', language) ?? '');
  return {
    ...kind,
    fields,
    inEvents: kind.plural,
    index: name,
    upsert: {
      ...fields,
      source: {
        ...sourceField.source,
        description: `Where it comes from. The ${name} of the same \`site\` and \`id\`, whatever its name, gets all that you send; if there is none, one is created.`,
      },
    },
    patch: patchOf(fields),
    where,
    filters: linkedParameters(where),
    rights: postRights,
    draftsHaveSlugs: true,
    unknownFirst: 'always',
    blank: blankSwitches(fields),
    nameIn,
    searchable: (record, language) => [
      nameIn(record, language),
      ...searchable(record, language),
      (textOf(record, 'description', language) as Html | undefined)?.html ?? '',
    ],
    rest: {
      fields: kind.fields,
      patch: patchOf(kind.fields),
      bySlug: true,
      reads: `...${capitalized(name)}Start json_ld: jsonLd ...${capitalized(name)}Body`,
      pastTheEnd: codeOf(name, 'PAGE_NOT_FOUND'),
      failures: [codeOf(name, 'NOT_ACCESSIBLE')],
      trashed: codeOf(name, 'ALREADY_TRASHED'),
      ...kind.rest,
    },
  };
}

/** How the two kinds of terms differ. */
export interface TermKind extends Kind {
  name: 'category' | 'tag';
  /** The list in an event that holds their ids. */
  inEvents: 'categories' | 'tags';
  /** Whether they form a tree. */
  hierarchical: boolean;
  /** Describes one term, for people. */
  description: string;
  /** What deleting does, for people. */
  deletion: string;
}

type TermDeclaration<One extends TermKind['name'], Many extends TermKind['inEvents'], F extends FieldTable> = Omit<
  TermKind,
  keyof Kind | 'inEvents'
> &
  Pick<Kind<One, Many>, 'name' | 'plural' | 'queries' | 'mutations' | 'page'> & {
    rest: Pick<RestNames<One, Many>, 'path' | 'operations' | 'refused'>;
    fields: F;
    where: FieldTable;
    filters: ParameterTable;
  };

/** Declares a kind of term. */
export function defineTermKind<
  const One extends TermKind['name'],
  const Many extends TermKind['inEvents'],
  const F extends FieldTable,
>(kind: TermDeclaration<One, Many, F>): TermKind & { name: One; plural: Many; fields: F } {
  return {
    ...kind,
    inEvents: kind.plural,
    patch: patchTable(kind.fields),
    rights: termRights(kind.name),
    rest: { bySlug: false, ordered: true, totalsFirst: true, located: true, failures: ['FORBIDDEN'], ...kind.rest },
  };
}
