import type { InputRef, OutputRef } from '@pothos/core';
import { type ConnectionInput, LONGEST_SLICE, type OrderBy, recordsInSlice } from '../../domain/fields/slice.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { capitalized } from '../../domain/text.ts';
import type { Connection, Edge } from '../../kinds/shared/connection.ts';
import { builder, type ObjectType, ofAny } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { COUNTS, type ListPoints, OF_RECORDS, type Points } from './costs.ts';
import { inputFrom } from './inputs.ts';
import { enumValues } from './scalars.ts';
import './filter-inputs.ts';

const PageInfo = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Where a part of a list begins and ends: see https://relay.dev/graphql/connections.htm',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are more records after this part.',
      resolve: (connection) => connection.hasNextPage(),
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are more records before this part.',
      resolve: (connection) => connection.hasPreviousPage(),
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first record; null if there is none.',
      resolve: async (connection) => (await connection.edges())[0]?.cursor,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last record; null if there is none.',
      resolve: async (connection) => (await connection.edges()).at(-1)?.cursor,
    }),
  }),
});

const Direction = builder.enumType('OrderDirection', {
  description: 'The direction in which a list is ordered.',
  values: enumValues<'asc' | 'desc'>(['asc', 'desc'], {
    asc: 'The smallest, first or earliest comes first.',
    desc: 'The largest, last or latest comes first.',
  }),
});

interface Connected<R> {
  /** `venue` makes `VenueConnection`, `VenueEdge`, `VenueWhere`, `VenueOrder` and `VenueOrderField`. */
  name: string;
  /** Its records, in descriptions. */
  plural: string;
  /** The field at the root, and its former names. Default: `plural`. */
  fields?: readonly [string, ...string[]];
  type: ObjectType<R>;
  where: FieldTable;
  /** The description of the distance on an edge, if the list can be ordered by it. */
  distance?: string;
  /** The sort keys with their descriptions, the default first. */
  orders: Readonly<Record<string, string>>;
  /** The description of the default order. */
  otherwise: string;
  read(input: ConnectionInput, ctx: ResolverContext): Promise<Connection<R>>;
  /** The cost of finding and of counting the records. */
  price: ListPoints;
}

/** The description of `where`. */
export const WHICH = 'Filters. Default: all records.';

interface ListInputs {
  where: InputRef<object>;
  order: InputRef<OrderBy>;
  /** The description of the default order. */
  otherwise: string;
}

const most = `at most ${LONGEST_SLICE}`;

const listArgs = ({ where, order, otherwise }: ListInputs) =>
  builder.args((t) => ({
    first: t.int({
      description: `Number of records from the beginning, or after \`after\`; ${most}. Default: 10, unless you send \`last\`.`,
    }),
    after: t.string({ description: 'Only records after this cursor.' }),
    last: t.int({
      description: `Number of records from the end, or before \`before\`; ${most}. Do not combine it with \`first\`.`,
    }),
    before: t.string({ description: 'Only records before this cursor.' }),
    where: t.field({ type: where, description: WHICH }),
    orderBy: t.field({ type: order, description: `The order. Default: ${otherwise}.` }),
  }));

/** The parts that another field needs to return such a connection. */
export interface PartField<R> {
  type: ObjectType<Connection<R>>;
  where: InputRef<object>;
  order: InputRef<OrderBy>;
  args: ReturnType<typeof listArgs>;
}

interface Listed<R> {
  /** `venue` makes `VenueConnection` and `VenueEdge`. */
  name: string;
  /** The descriptions of one record and of the list. */
  one?: string;
  plural: string;
  type: OutputRef<R>;
  distance?: string;
}

/** The connection type for a record type. */
export function connectionType<R extends object>({
  name,
  one = name,
  plural,
  type,
  distance,
}: Listed<R>): ObjectType<Connection<R>> {
  const Name = capitalized(name);
  const EdgeType = builder.objectRef<Edge<R>>(`${Name}Edge`).implement({
    description: `One ${one} in a list.`,
    fields: (t) => ({
      node: t.field({ type: ofAny(type), complexity: 0, description: `The ${one}.`, resolve: ({ node }) => node }),
      cursor: t.exposeString('cursor', { description: 'Its position in the list, for `after` and `before`. Opaque.' }),
      ...(distance && { distanceKm: t.exposeFloat('distanceKm', { nullable: true, description: distance }) }),
    }),
  });
  const records = { complexity: { field: 0, multiplier: 1 }, extensions: OF_RECORDS };
  const ConnectionType = builder.objectRef<Connection<R>>(`${Name}Connection`).implement({
    description: `Part of a list of ${plural}.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeType],
        ...records,
        description: 'The records, each with its cursor.',
        resolve: (connection) => connection.edges(),
      }),
      nodes: t.field({
        type: [type],
        ...records,
        description: 'The records without cursors.',
        resolve: async (connection) => (await connection.edges()).map(({ node }) => node),
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Where this part begins and ends, and whether there is more.',
        resolve: (connection) => connection as Connection<unknown>,
      }),
      totalCount: t.int({
        extensions: COUNTS,
        description: 'Number of records in the whole list. It is counted only when you select it.',
        resolve: (connection) => connection.total(),
      }),
    }),
  });
  return ConnectionType;
}

/** The connection type of a kind, its arguments and its root field. */
export function connectionField<R extends object>(connected: Connected<R>): PartField<R> {
  const {
    name,
    plural,
    fields: [field, ...former] = [plural],
    type,
    distance,
    where,
    orders,
    otherwise,
    read,
    price,
  } = connected;
  const Name = capitalized(name);
  const ConnectionType = connectionType({ name, plural, type, distance });
  const OrderField = builder.enumType(`${Name}OrderField`, {
    description: `The order of a list of ${plural}; ties by id.`,
    values: enumValues(Object.keys(orders), orders),
  });
  const Order = builder.inputRef<OrderBy>(`${Name}Order`).implement({
    description: `How a list of ${plural} is ordered.`,
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'The field to compare.' }),
      direction: t.field({
        type: Direction,
        required: true,
        defaultValue: 'asc',
        description: 'The direction.',
      }),
    }),
  });
  const Where = inputFrom(`${Name}Where`, {
    table: where,
    use: 'filter',
    description: `Filters of a list of ${plural}. All that you send must match.`,
    combined: true,
  });
  const args = listArgs({ where: Where, order: Order, otherwise });
  for (const each of [field, ...former])
    builder.queryField(each, (t) =>
      t.field({
        type: ConnectionType,
        nullable: true,
        description: `The ${plural} that the caller may see in lists, as a connection.`,
        ...(each !== field && { deprecationReason: `Its name is now \`${field}\`.` }),
        args,
        complexity: (args): Points => ({ ...price(args), records: recordsInSlice(args) }),
        resolve: (_, args, ctx) => ctx.loaders.once(`${field} ${JSON.stringify(args)}`, () => read(args, ctx)),
      }),
    );
  return { type: ConnectionType, where: Where, order: Order, args };
}
