import { DomainError } from '../errors.ts';
import type { RecordRef } from '../fields/ref.ts';
import { nodeId } from '../rules/node-id.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { type RefInput, refOf, whichRecord } from './inputs.ts';
import { Url } from './scalars.ts';
import { inLanguage, textArgs } from './stored-fields.ts';

/** Looking for one record, in points of cost. */
export const READ_COST = 10;

/** The most nodes that are asked for at once. */
const MOST_NODES = 100;

/** Which type a record is of that stands where records of several types may. */
const typeNames = new WeakMap<object, string>();

const typeNameOf = (record: object): string | undefined => typeNames.get(record);

/** How an interface says a field of which each type has its own form. */
export const ownForm = (): never => {
  throw new Error('Each type says this itself.');
};

const ID = 'Opaque, unique over all kinds of records, and the same for ever.';

/** Anything with an id of its own. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'Anything with an id of its own: see https://relay.dev/graphql/objectidentification.htm',
  resolveType: typeNameOf as never,
  fields: (t) => ({ id: t.id({ description: ID, resolve: ownForm }) }),
});

/** What `databaseId` is, for people. */
export const DATABASE_ID =
  'Its number, which REST calls its id. Events, venues, organizers and images share one range; so do categories and tags.';

/** Every record that has a page. */
export const NodeWithTitle = builder.interfaceRef<object>('NodeWithTitle').implement({
  description: 'Every record that has a title, or a name in its place, and a page.',
  interfaces: [Node],
  resolveType: typeNameOf as never,
  fields: (t) => ({
    databaseId: t.int({ description: DATABASE_ID, resolve: ownForm }),
    title: t.string({ description: 'Its title, or its name.', args: textArgs('raw'), resolve: ownForm }),
    url: t.field({ type: Url, description: 'Address of its public page.', args: inLanguage, resolve: ownForm }),
  }),
});

/** Says what type records are of that stand where several may. */
export const resolveType = typeNameOf as never;

/** How one record of a kind is read, with the errors of its kind. */
type Read = (ref: RecordRef, ctx: ResolverContext) => Promise<object>;

const readers = new Map<string, Read>();

/** Lets records of a kind, which has this type, be read where any kind may be meant. */
export function readable(kind: string, type: { name: string }, read: Read): void {
  readers.set(kind, async (ref, ctx) => asType(type.name, await read(ref, ctx)));
}

/** The record, known to be of this type from now on. */
export function asType<R extends object>(name: string, record: R): R {
  typeNames.set(record, name);
  return record;
}

/** The id of records of a kind. */
export function idField<R>(type: ObjectType<R>, kind: string, numberOf: (record: R) => number): void {
  builder.objectField(type, 'id', (t) =>
    t.id({ description: ID, resolve: (record) => nodeId(kind, numberOf(record as R)) }),
  );
}

/** What `version` is, for people. */
export const VERSION =
  'Rises with every write: of the record, and of what is counted about it. `ifVersion` of mutations takes it.';

/** The record of one of these kinds that is meant; null when there is none, or none that the caller may see. */
export async function readAny(kinds: Iterable<string>, ref: RefInput, ctx: ResolverContext): Promise<object | null> {
  for (const kind of kinds) {
    const meant = refOf(kind, ref, ctx);
    if ('id' in meant && meant.id === 0) continue;
    const found = await orNull(readers.get(kind)!(meant, ctx));
    if (found) return found;
  }
  return null;
}

const UNSEEN = /_(NOT_FOUND|NOT_ACCESSIBLE|TRASHED)$|^NOT_AN_EVENT$/;

async function orNull<R>(read: Promise<R>): Promise<R | null> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DomainError && UNSEEN.test(error.code)) return null;
    throw error;
  }
}

const OR_NULL = 'null where there is none, or none that the caller may see.';

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    complexity: READ_COST,
    description: `The record with this id; ${OR_NULL}`,
    args: { id: t.arg.id({ required: true, description: 'As `id` of a record says it.' }) },
    resolve: (_, { id }, ctx) => readAny(readers.keys(), { id }, ctx),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    complexity: ({ ids }) => ({ field: READ_COST * ids.length, multiplier: ids.length }),
    description: `The records with these ids, in the same order; ${OR_NULL} At most ${MOST_NODES}.`,
    args: { ids: t.arg.idList({ required: true, description: 'As `id` of records says it.' }) },
    resolve(_, { ids }, ctx) {
      if (ids.length > MOST_NODES)
        throw new DomainError('INVALID_FIELD', 'Not accepted: ids.', [
          { field: 'ids', code: 'too_many_items', message: `Must not be more than ${MOST_NODES} values.` },
        ]);
      return ids.map((id) => readAny(readers.keys(), { id }, ctx)) as never;
    },
  }),
}));

/** A root field that gives a record of any of these kinds. Of the same slug, that of the first kind. */
export function anyField(
  name: string,
  { type, kinds, description }: { type: object; kinds: readonly string[]; description: string },
): void {
  builder.queryField(name, (t) =>
    t.field({
      type: type as never,
      nullable: true,
      complexity: READ_COST * 3,
      description: `${description}; ${OR_NULL}`,
      args: whichRecord,
      resolve: (_, { ref }, ctx) => readAny(kinds, ref, ctx) as never,
    }),
  );
}
