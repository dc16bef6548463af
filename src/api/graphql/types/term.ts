import { mayManageTerms, type Viewer } from '../../../domain/access.ts';
import type { TermName as TermNameInput } from '../../../domain/fields/link-input.ts';
import { toIso } from '../../../domain/iso.ts';
import { onceFor } from '../../../domain/once-for.ts';
import { capitalized } from '../../../domain/text.ts';
import { categoryKind } from '../../../kinds/category/kind.ts';
import type { TermKind } from '../../../kinds/define-kind.ts';
import { tagKind } from '../../../kinds/tag/kind.ts';
import { termFields } from '../../../kinds/term/fields.ts';
import { pathOf, type TermRecord } from '../../../kinds/term/record.ts';
import { TERM_ORDERS, type TermWhere } from '../../../kinds/term/where-fields.ts';
import { builder, type ObjectType } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { COSTS } from '../costs.ts';
import { forRest } from '../for-rest.ts';
import { inputFrom } from '../inputs.ts';
import { linkInputs } from '../link-inputs.ts';
import { writeMutations } from '../mutations.ts';
import {
  anyField,
  createdField,
  DATABASE_ID,
  idField,
  Node,
  NodeWithTitle,
  ownForm,
  resolveType,
  VERSION_DESCRIPTION,
} from '../node.ts';
import { rootFields } from '../record-queries.ts';
import { moment, Url } from '../scalars.ts';
import { inLanguage, slugField, spoken, storedFields, textField, translationFields } from '../stored-fields.ts';

interface Urls {
  self: string;
  collection: string;
  up?: string;
}

const TermUrls = builder.objectRef<Urls>('TermUrls').implement({
  description: 'REST URLs of a term, its parent and its list.',
  fields: (t) => ({
    self: t.expose('self', { type: Url, description: 'The term.' }),
    collection: t.expose('collection', { type: Url, description: 'All terms of its kind.' }),
    up: t.expose('up', { type: Url, nullable: true, description: 'The parent, if it has one.' }),
  }),
});

const PAGE = 'URL of its public page.';
const COUNT =
  'Number of public events with this term itself, on any date, including events hidden from lists. A list filtered by it may differ: it leaves out hidden events and those outside of the requested dates, and includes those in categories below it.';

const modified = onceFor(({ modifiedAt }: TermRecord, zone) =>
  modifiedAt === undefined ? undefined : toIso(modifiedAt, zone),
);

/** Categories and tags. */
const Term = builder.interfaceRef<TermRecord>('Term').implement({
  description: 'The fields that categories and tags share.',
  interfaces: [Node, NodeWithTitle],
  resolveType,
  fields: (t) => ({
    databaseId: t.exposeInt('_id', { description: DATABASE_ID }),
    version: t.exposeInt('version', { description: VERSION_DESCRIPTION }),
    createdAt: t.field(createdField),
    modifiedAt: t.field({
      ...moment('When it was last changed, in the time zone of the site; null if unknown.'),
      nullable: true,
      resolve: (term, _, { zone }) => modified(term, zone),
    }),
    url: t.field({ type: Url, description: PAGE, args: inLanguage, resolve: ownForm }),
    title: t.field({ ...textField('name', termFields.name), description: 'Same as its name.' }),
    slug: t.string(slugField('The readable part of its URL, percent-encoded.')),
    count: t.int({
      complexity: COSTS.count,
      description: COUNT,
      resolve: ownForm,
    }),
  }),
});

storedFields(Term, termFields, ownForm);

/** What depends on the kind of a term: its ids, its addresses and its number of events. */
function termAddresses(type: ObjectType<TermRecord>, kind: TermKind['name']) {
  idField(type, kind, ({ _id }) => _id);
  builder.objectFields(type, (t) => ({
    url: t.field({
      type: Url,
      description: PAGE,
      args: inLanguage,
      resolve(term, { language }, ctx) {
        const context = spoken(ctx, language);
        return context.links.page(kind, pathOf(term, context.language), term._id);
      },
    }),
    count: t.int({
      complexity: COSTS.count,
      description: COUNT,
      // It is asked for after a write, together for all.
      resolve: (term, _, ctx) =>
        term.count ?? ctx.loaders.together(`count ${kind}`, term._id, (ids) => ctx.services[kind].counts(ids, ctx)),
    }),
    urls: t.field({
      type: TermUrls,
      ...forRest('url', 'REST URLs of the term, its parent and its list.'),
      resolve: ({ _id, parent }, __, { links }) => ({
        self: links.item(kind, _id),
        collection: links.collection(kind),
        ...(parent === undefined ? {} : { up: links.item(kind, parent) }),
      }),
    }),
  }));
}

anyField('term', { type: Term, kinds: [categoryKind.name, tagKind.name], description: 'One category or tag' });

const TermName = builder.inputRef<TermNameInput>('TermName').implement({
  description: 'A term by its name.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name or slug of a term, in any language.' }),
  }),
});

/** The GraphQL definition of a kind of term, except for its own fields. */
export function termType(kind: TermKind): ObjectType<TermRecord> {
  const { name, plural, fields, where, deletion, description } = kind;
  const Name = capitalized(name);
  const type = builder.objectRef<TermRecord>(Name).implement({ description, interfaces: [Node, NodeWithTitle, Term] });
  const service = ({ services }: ResolverContext) => services[name];
  termAddresses(type, name);
  const mayChange = (viewer: Viewer | undefined) => mayManageTerms(viewer, name);
  storedFields(type, fields, mayChange);
  translationFields(type, Name, fields, mayChange);
  rootFields<TermRecord, TermWhere>({
    kind,
    type,
    connection: { where, orders: TERM_ORDERS, otherwise: 'by name' },
    service,
  });
  writeMutations({ kind, type, service, deletion });
  linkInputs({
    kind: name,
    plural,
    create: inputFrom(`${Name}Input`, { table: fields, use: 'create', description: `A new ${name}.` }),
    upsert: TermName,
    upserting: 'The term with this name or slug. A new name creates a term, if you may do that.',
  });
  return type;
}

export const Tag = termType(tagKind);
