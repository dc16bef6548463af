import { type ConnectionInput, MOST_AT_ONCE, recordsInSlice } from '../fields/slice.ts';
import type { FieldTable } from '../fields/table.ts';
import type { Connection, Edge } from '../rules/connection.ts';
import { capitalized } from '../rules/text.ts';
import { builder, type ObjectType } from './builder.ts';
import type { ResolverContext } from './context.ts';
import { inputFrom } from './inputs.ts';
import { enumValues } from './scalars.ts';
import { named } from './types.ts';

const PageInfo = builder.objectRef<Connection<unknown>>('PageInfo').implement({
  description: 'Where a part of a list begins and ends: see https://relay.dev/graphql/connections.htm',
  fields: (t) => ({
    hasNextPage: t.boolean({
      description: 'Whether there are more records behind this part.',
      resolve: (connection) => connection.hasNextPage(),
    }),
    hasPreviousPage: t.boolean({
      description: 'Whether there are more records before this part.',
      resolve: (connection) => connection.hasPreviousPage(),
    }),
    startCursor: t.string({
      nullable: true,
      description: 'The cursor of the first record; null when there is none.',
      resolve: async (connection) => (await connection.edges())[0]?.cursor,
    }),
    endCursor: t.string({
      nullable: true,
      description: 'The cursor of the last record; null when there is none.',
      resolve: async (connection) => (await connection.edges()).at(-1)?.cursor,
    }),
  }),
});

named(
  'DateRange',
  builder.inputRef<{ from: string; to: string }>('DateRange').implement({
    description: 'Two dates or times, both included.',
    fields: (t) => ({
      from: t.field({ type: 'DateOrDateTime', required: true, description: 'The first.' }),
      to: t.field({ type: 'DateOrDateTime', required: true, description: 'The last; not before the first.' }),
    }),
  }),
);

named(
  'Near',
  builder.inputRef<{ latitude: number; longitude: number; radiusKm: number }>('Near').implement({
    description: 'A circle on the globe.',
    fields: (t) => ({
      latitude: t.float({ required: true, description: 'Of its middle, in degrees.' }),
      longitude: t.float({ required: true, description: 'Of its middle, in degrees.' }),
      radiusKm: t.float({ required: true, description: 'How far from its middle, in kilometres.' }),
    }),
  }),
);

named(
  'PriceRange',
  builder.inputRef<{ min?: number | null; max?: number | null; currencyCode?: string | null }>('PriceRange').implement({
    description: 'Prices between two amounts, both included.',
    fields: (t) => ({
      min: t.float({ description: 'At least so much, in units of the currency; 0 without it.' }),
      max: t.float({ description: 'At most so much; without it, any amount.' }),
      currencyCode: t.string({
        description:
          'In this currency, by ISO 4217; without it, in whichever. What is free is so in each, and where the cost does not make the currency clear it is none.',
      }),
    }),
  }),
);

const Direction = builder.enumType('OrderDirection', {
  description: 'Which way a list is ordered.',
  values: enumValues<'asc' | 'desc'>(['asc', 'desc'], {
    asc: 'From the smallest, the first or the earliest on.',
    desc: 'From the largest, the last or the latest on.',
  }),
});

interface Connected<R> {
  /** `venue` makes `VenueConnection`, `VenueEdge`, `VenueWhere`, `VenueOrder` and `VenueOrderField`. */
  name: string;
  /** The field at the root: `venues`. */
  plural: string;
  type: ObjectType<R>;
  where: FieldTable;
  /** What distance an edge tells, for people, where the list can be ordered by it. */
  distance?: string;
  /** What the list is ordered by, with what it means, the default first. */
  orders: Readonly<Record<string, string>>;
  /** The order without one, for people. */
  otherwise: string;
  read(asked: ConnectionInput, ctx: ResolverContext): Promise<Connection<R>>;
  /** Finding the records and counting them all, in points of cost. */
  cost(where: object): number;
}

// biome-ignore lint/suspicious/noExplicitAny: Pothos does not name the type of what makes arguments
type Arg = any;

/** What another field needs that gives such a part of a list. */
export interface PartField<R> {
  type: ObjectType<Connection<R>>;
  args(arg: Arg): never;
}

interface Listed<R> {
  /** `venue` makes `VenueConnection` and `VenueEdge`. */
  name: string;
  /** What one of them is, and what all are, for people. */
  one?: string;
  plural: string;
  type: ObjectType<R>;
  distance?: string | undefined;
}

/** The type of a connection of records of a type. */
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
      node: t.field({ type, complexity: 0, description: `The ${one}.`, resolve: ({ node }) => node as never }),
      cursor: t.exposeString('cursor', { description: 'Where it stands: for `after` and `before`. Opaque.' }),
      ...(distance && { distanceKm: t.exposeFloat('distanceKm', { nullable: true, description: distance }) }),
    }),
  });
  // What records cost, the field of the connection has counted.
  const records = { complexity: { field: 0, multiplier: 1 } };
  const ConnectionType = builder.objectRef<Connection<R>>(`${Name}Connection`).implement({
    description: `Part of a list of ${plural}.`,
    fields: (t) => ({
      edges: t.field({
        type: [EdgeType],
        ...records,
        description: 'The records, each with its place.',
        resolve: (connection) => connection.edges(),
      }),
      nodes: t.field({
        type: [type],
        ...records,
        description: 'The records alone.',
        resolve: async (connection) => (await connection.edges()).map(({ node }) => node) as never,
      }),
      pageInfo: t.field({
        type: PageInfo,
        description: 'Where this part begins and ends.',
        resolve: (connection) => connection as Connection<unknown>,
      }),
      totalCount: t.int({
        description: 'How many records the whole list has. Counted when it is asked for.',
        resolve: (connection) => connection.total(),
      }),
    }),
  });
  return ConnectionType;
}

/** The connection type of a kind, its arguments, and the field at the root. */
export function connectionField<R extends object>(connected: Connected<R>): PartField<R> {
  const { name, plural, type, distance, where, orders, otherwise, read, cost } = connected;
  const Name = capitalized(name);
  const ConnectionType = connectionType({ name, plural, type, distance });
  const OrderField = builder.enumType(`${Name}OrderField`, {
    description: `What a list of ${plural} is ordered by; ties by id.`,
    values: enumValues(Object.keys(orders), orders),
  });
  const Order = builder.inputRef<{ field: string; direction: 'asc' | 'desc' }>(`${Name}Order`).implement({
    description: `How a list of ${plural} is ordered.`,
    fields: (t) => ({
      field: t.field({ type: OrderField, required: true, description: 'What is compared.' }),
      direction: t.field({
        type: Direction,
        required: true,
        defaultValue: 'asc',
        description: 'Which way.',
      }),
    }),
  });
  const Where = inputFrom(`${Name}Where`, {
    table: where,
    use: 'filter',
    description: `What a list of ${plural} is asked for: all of it must hold, and what is not asked filters nothing.`,
    combined: true,
  });
  const most = `at most ${MOST_AT_ONCE}`;
  const args = (arg: Arg) => ({
    first: arg.int({
      description: `How many records, from the beginning or after \`after\`; ${most}, 10 without it and \`last\`.`,
    }),
    after: arg.string({ description: 'Only what comes after this cursor.' }),
    last: arg.int({
      description: `How many records, from the end or before \`before\`; ${most}. Not beside \`first\`.`,
    }),
    before: arg.string({ description: 'Only what comes before this cursor.' }),
    where: arg({ type: Where, description: 'Which records; without it, all.' }),
    orderBy: arg({ type: Order, description: `The order; without it, ${otherwise}.` }),
  });
  builder.queryField(plural, (t) =>
    t.field({
      type: ConnectionType,
      nullable: true,
      description: `The ${plural} that the caller may see in lists, part by part.`,
      args: args(t.arg),
      complexity: (args) => ({
        field: cost((args as ConnectionInput).where ?? {}),
        multiplier: recordsInSlice(args as ConnectionInput),
      }),
      resolve: (_, args, ctx) =>
        ctx.loaders.once(`${plural} ${JSON.stringify(args)}`, () => read(args as ConnectionInput, ctx)) as never,
    }),
  );
  return { type: ConnectionType as never, args: args as never };
}
