import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createSchema, createYoga } from 'graphql-yoga';

/** Beside tickets, it has some of what a subgraph is likely to have in common with the calendar. */
const TYPES = `
  type Ticket @key(fields: "id") { id: ID! seat: Int! event: Event buyer: User! }
  type Event @key(fields: "id") { id: ID! ticketsLeft: Int! }
  type Venue @key(fields: "url") { url: Url! seats: Int! }
  scalar Url
  type User @key(fields: "id") @shareable { id: ID! displayName: String }
  type PageInfo @shareable { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
  interface Node { id: ID! }
  type Query {
    tickets(first: Int!): [Ticket!]!
    halls: [Venue]!
    more: PageInfo!
    node(id: ID!): Node @shareable
  }
`;

const SDL = `extend schema @link(url: "https://specs.apollo.dev/federation/v2.3", import: ["@key", "@shareable"]) ${TYPES}`;

const TO_RUN = `${TYPES}
  directive @key(fields: String!) on OBJECT
  directive @shareable on OBJECT | FIELD_DEFINITION
  scalar _Any
  union _Entity = Event | Ticket | User | Venue
  type _Service { sdl: String! }
  extend type Query { _service: _Service! _entities(representations: [_Any!]!): [_Entity]! }
`;

/** What it has of the calendar: events by their ids, for each of which there is a ticket in turn, and halls by their addresses. */
interface Known {
  events: readonly string[];
  halls: readonly string[];
}

/** A subgraph of tickets. */
export async function serveTickets({ events, halls }: Known): Promise<{ url: string; close(): void }> {
  const ticket = (seat: number) => ({ id: `t${seat}`, seat, event: { id: events[seat % events.length] } });
  const resolvers = {
    Query: {
      tickets: (_: unknown, { first }: { first: number }) => Array.from({ length: first }, (_, seat) => ticket(seat)),
      halls: () => halls.map((url) => ({ url })),
      more: () => ({ hasNextPage: false, hasPreviousPage: false }),
      _entities: (_: unknown, { representations }: { representations: unknown[] }) => representations,
      _service: () => ({ sdl: SDL }),
    },
    Ticket: { buyer: () => ({ id: 'u1', displayName: 'Bea' }) },
    Event: { ticketsLeft: () => 7 },
    Venue: { seats: () => 90 },
    _Entity: { __resolveType: ({ __typename }: { __typename: string }) => __typename },
  };
  const server = createServer(createYoga({ logging: false, schema: createSchema({ typeDefs: TO_RUN, resolvers }) }));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/graphql`,
    close: () => void server.close().closeAllConnections(),
  };
}
