import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';

/** Beside tickets, it has some of what a subgraph is likely to have in common with the calendar. */
const TYPES = `
  type Ticket @key(fields: "id") { id: ID! seat: Int! event: Event buyer: User! }
  type Event @key(fields: "id") { id: ID! ticketsLeft: Int! }
  type User @key(fields: "id") @shareable { id: ID! displayName: String }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  interface Node { id: ID! }
  type Query {
    tickets(first: Int!): [Ticket!]!
    more: PageInfo!
    node(id: ID!): Node @shareable
  }
`;

const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"]) ${TYPES}`;

const TO_RUN = `${TYPES}
  directive @key(fields: String!) on OBJECT
  directive @shareable on OBJECT | FIELD_DEFINITION
  scalar _Any
  union _Entity = Event | Ticket | User
  type _Service { sdl: String! }
  extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`;

/** A subgraph of tickets. The tickets are for these events in turn. */
export async function serveTickets(events: readonly string[]): Promise<{ url: string; close(): void }> {
  const ticket = (seat: number) => ({ id: `t${seat}`, seat, event: { id: events[seat % events.length] } });
  const resolvers = {
    Query: {
      tickets: (_: unknown, { first }: { first: number }) => Array.from({ length: first }, (_, seat) => ticket(seat)),
      _entities: (_: unknown, { representations }: { representations: unknown[] }) => representations,
      _service: () => ({ sdl: SDL }),
    },
    Ticket: { buyer: () => ({ id: 'u1', displayName: 'Bea' }) },
    Event: { ticketsLeft: () => 7 },
    _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
  };
  const server = createServer(createYoga({ logging: false, schema: createSchema({ typeDefs: TO_RUN, resolvers }) }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    close: () => void server.close().closeAllConnections(),
  };
}
