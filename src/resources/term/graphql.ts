import type { TermName as TermNameInput } from '../../fields/links.ts';
import { builder, type ObjectType } from '../../graphql/builder.ts';
import { forRest } from '../../graphql/for-rest.ts';
import { inputFrom } from '../../graphql/inputs.ts';
import { linkInputs } from '../../graphql/link-inputs.ts';
import { writeMutations } from '../../graphql/mutations.ts';
import {
  anyField,
  DATABASE_ID,
  idField,
  Node,
  NodeWithTitle,
  ownForm,
  resolveType,
  VERSION,
} from '../../graphql/node.ts';
import { Url } from '../../graphql/scalars.ts';
import { inLanguage, spoken, textField } from '../../graphql/stored-fields.ts';
import { slugIn } from '../../rules/language.ts';
import { wireSlug } from '../../rules/slug.ts';
import { capitalized } from '../../rules/text.ts';
import { termFields } from './fields.ts';
import { pathOf, type TermKind, type TermRecord } from './record.ts';

interface Urls {
  self: string;
  collection: string;
  up?: string;
}

const TermUrls = builder.objectRef<Urls>('TermUrls').implement({
  description: 'Addresses around a term in REST.',
  fields: (t) => ({
    self: t.expose('self', { type: Url, description: 'The term.' }),
    collection: t.expose('collection', { type: Url, description: 'All terms of its kind.' }),
    up: t.expose('up', { type: Url, nullable: true, description: 'The parent, if it has one.' }),
  }),
});

const PAGE = 'Address of its public page.';

/** Categories and tags. */
export const Term = builder.interfaceRef<TermRecord>('Term').implement({
  description: 'What categories and tags have in common.',
  interfaces: [Node, NodeWithTitle],
  resolveType,
  fields: (t) => ({
    databaseId: t.exposeInt('_id', { description: DATABASE_ID }),
    version: t.exposeInt('version', { description: VERSION }),
    url: t.field({ type: Url, description: PAGE, args: inLanguage, resolve: ownForm }),
    name: t.field(textField('name', termFields.name)),
    title: t.field({ ...textField('name', termFields.name), description: 'The same as its name.' }),
    description: t.field(textField('description', termFields.description)),
    slug: t.string({
      description: 'The readable part of its address, percent-encoded.',
      args: inLanguage,
      resolve: (term, { language }, ctx) => wireSlug(slugIn(term, language ?? ctx.language) ?? ''),
    }),
    count: t.exposeInt('count', {
      description:
        'How many public events carry it itself, of any date and hidden from lists or not. A list of events by it leaves out the hidden ones, those outside of the dates it is asked for, and has those that carry a category below it.',
    }),
  }),
});

const kinds: TermKind['name'][] = [];

/** The ids and addresses of a term, which its kind decides. */
export function termAddresses(type: ObjectType<TermRecord>, kind: TermKind['name']): void {
  kinds.push(kind);
  idField(type, kind, ({ _id }) => _id);
  builder.objectFields(type, (t) => ({
    url: t.field({
      type: Url,
      description: PAGE,
      args: inLanguage,
      resolve(term, { language }, ctx) {
        const asked = spoken(ctx, language);
        return asked.links.page(kind, pathOf(term, asked.language), term._id);
      },
    }),
    urls: t.field({
      type: TermUrls,
      ...forRest('url', 'Addresses around it in REST.'),
      resolve: ({ _id, parent }, __, { links }) => ({
        self: links.item(kind, _id),
        collection: links.collection(kind),
        ...(parent === undefined ? {} : { up: links.item(kind, parent) }),
      }),
    }),
  }));
}

anyField('term', { type: Term, kinds, description: 'One category or tag' });

const TermName = builder.inputRef<TermNameInput>('TermName').implement({
  description: 'A term by what people call it.',
  fields: (t) => ({
    name: t.string({ required: true, description: 'Name or slug of a term, in any language.' }),
  }),
});

/** What writes the terms of a kind, by themselves and from events. */
export function termWrites(kind: Parameters<typeof writeMutations<TermRecord>>[0] & { name: TermKind['name'] }): void {
  const { name, fields } = kind;
  writeMutations(kind);
  linkInputs({
    kind: name,
    plural: name === 'category' ? 'categories' : 'tags',
    create: inputFrom(`${capitalized(name)}Input`, { table: fields, use: 'create', description: `A new ${name}.` }),
    upsert: TermName as never,
    upserting: 'The term of this name or slug. A name that is not there makes a new one, for those who may.',
  });
}
