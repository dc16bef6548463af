import type { OutputRef } from '@pothos/core';
import { DomainError } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import type { RecordRef } from '../../domain/fields/ref.ts';
import { toIso } from '../../domain/iso.ts';
import { nodeId } from '../../domain/node-id.ts';
import { onceFor } from '../../domain/once-for.ts';
import type { Instant } from '../../domain/time.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COSTS } from './costs.ts';
import { type RefInput, refOf, whichRecord } from './inputs.ts';
import { moment, Url } from './scalars.ts';
import { inLanguage, textArgs } from './stored-fields.ts';

/** The maximum number of nodes per request. */
const MOST_NODES = 100;

const typeNames = new WeakMap<object, string>();

/** The type of a record in a field that allows several types. */
export const resolveType = (record: object): string | undefined => typeNames.get(record);

/** An interface field that each type implements in its own form. */
export const ownForm = (): never => {
  throw new Error('Each type says this itself.');
};

const ID = 'Opaque, permanent, and unique across all kinds of records.';

/** Anything with its own id. */
export const Node = builder.interfaceRef<object>('Node').implement({
  description: 'Anything with a global id: see https://relay.dev/graphql/objectidentification.htm',
  resolveType,
  fields: (t) => ({ id: t.id({ description: ID, resolve: ownForm }) }),
});

/** The description of `databaseId`. */
export const DATABASE_ID =
  'Its numeric id, which REST calls `id`. Events, venues, organizers and images share one range of ids, categories and tags another.';

/** Every record with a page. */
export const NodeWithTitle = builder.interfaceRef<object>('NodeWithTitle').implement({
  description: 'Every record with a page and a title, or a name instead.',
  interfaces: [Node],
  resolveType,
  fields: (t) => ({
    databaseId: t.int({ description: DATABASE_ID, resolve: ownForm }),
    title: t.string({
      complexity: COSTS.text,
      description: 'Its title, or its name.',
      args: textArgs('raw'),
      resolve: ownForm,
    }),
    url: t.field({ type: Url, description: 'URL of its public page.', args: inLanguage, resolve: ownForm }),
  }),
});

/** Reads one record of a kind, with the errors of that kind. */
type Read = (ref: RecordRef, ctx: ResolverContext) => Promise<object>;

const readers = new Map<string, Read>();

/** Registers a kind and its type for fields that read any kind. */
export function readable(kind: string, type: { name: string }, read: Read): void {
  readers.set(kind, async (ref, ctx) => asType(type.name, await read(ref, ctx)));
}

/** Marks a record as being of this type. */
export function asType<R extends object>(name: string, record: R): R {
  typeNames.set(record, name);
  return record;
}

/** The id of records of a kind. */
export function idField<R>(type: ObjectType<R>, kind: string, numberOf: (record: R) => number): void {
  builder.objectField(type, 'id', (t) =>
    t.id({ description: ID, resolve: (record) => nodeId(kind, numberOf(record)) }),
  );
}

/** The description of `version`. */
export const VERSION_DESCRIPTION = 'Increases with every write to the record. Send it as `ifVersion` of a mutation.';

/** The description of `createdAt`. */
export const CREATED =
  'When it was created in this calendar, in the time zone of the site; null if that was before calendars stored it.';

const createdIso = onceFor(({ createdAt }: { createdAt?: Instant }, zone) =>
  createdAt === undefined ? undefined : toIso(createdAt, zone),
);

/** The field `createdAt` of records that are kept by themselves. */
export const createdField = {
  ...moment(CREATED),
  nullable: true,
  resolve: (record: { createdAt?: Instant }, _: unknown, { zone }: Pick<ResolverContext, 'zone'>) =>
    createdIso(record, zone),
} as const;

/** Finds the record in any of these kinds; null if none exists that the caller may see. */
async function readAny(kinds: Iterable<string>, ref: RefInput, ctx: ResolverContext) {
  for (const kind of kinds) {
    const recordRef = refOf(kind, ref, ctx);
    if ('id' in recordRef && recordRef.id === 0) continue;
    const found = await orNull(readers.get(kind)!(recordRef, ctx));
    if (found) return found;
  }
  return null;
}

const UNSEEN = /_(NOT_FOUND|NOT_ACCESSIBLE|TRASHED)$|^NOT_AN_EVENT$/;

async function orNull<R>(read: Promise<R>) {
  try {
    return await read;
  } catch (error) {
    if (error instanceof DomainError && UNSEEN.test(error.code)) return null;
    throw error;
  }
}

/** The record that this means, of any kind; null if there is none that the caller may see. */
export const readNode = (ref: RefInput, ctx: ResolverContext): Promise<object | null> =>
  readAny(readers.keys(), ref, ctx);

const OR_NULL = 'null if there is none that the caller may see.';

builder.queryFields((t) => ({
  node: t.field({
    type: Node,
    nullable: true,
    complexity: COSTS.read,
    description: `The record with this id; ${OR_NULL}`,
    args: { id: t.arg.id({ required: true, description: 'The `id` of the record.' }) },
    resolve: (_, ref, ctx) => readNode(ref, ctx),
  }),
  nodes: t.field({
    type: [Node],
    nullable: { list: false, items: true },
    complexity: ({ ids }) => ({ field: COSTS.read * ids.length, multiplier: ids.length }),
    description: `The records with these ids, in the same order; ${OR_NULL} At most ${MOST_NODES}.`,
    args: { ids: t.arg.idList({ required: true, description: 'The `id` of each record.' }) },
    resolve(_, { ids }, ctx) {
      if (ids.length > MOST_NODES)
        throw invalidField('ids', 'too_many_items', 'Must not be more than {0} values.', MOST_NODES);
      return ids.map((id) => readNode({ id }, ctx));
    },
  }),
}));

/** A root field for a record of any of these kinds. If a slug exists in several kinds, the first kind wins. */
export function anyField(
  name: string,
  { type, kinds, description }: { type: OutputRef<object>; kinds: readonly string[]; description: string },
): void {
  builder.queryField(name, (t) =>
    t.field({
      type,
      nullable: true,
      complexity: COSTS.read * 3,
      description: `${description}; ${OR_NULL}`,
      args: whichRecord,
      resolve: (_, { ref }, ctx) => readAny(kinds, ref, ctx),
    }),
  );
}
