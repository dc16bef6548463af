import type { YamlConfig } from '@graphql-mesh/types';

/**
 * Our own OpenAPI document as a source of GraphQL Mesh, which makes a GraphQL schema of the REST door.
 * `MESH_ENDPOINT` is where the calendar has the root of its namespace, `MESH_PORT` where Mesh listens.
 */
const config: YamlConfig.Config = {
  sources: [
    {
      name: 'calendar',
      handler: {
        openapi: {
          source: './schema/openapi.json',
          endpoint: process.env.MESH_ENDPOINT || 'http://127.0.0.1:4000/wp-json/calendar/events/v1',
          operationHeaders: {
            // Whoever asks Mesh is who asks the calendar.
            Authorization: "{context.headers['authorization']}",
            // What others ask through Mesh is not what a program on this machine asks: see `src/http/auth/open-mode.ts`.
            Via: '1.1 mesh',
          },
        },
      },
    },
  ],
  additionalTypeDefs: /* GraphQL */ `
    extend type Event {
      "The venues that the caller may see, as a list also where REST shows one venue as an object."
      venues: [Venue!]!
      "The image; null where REST says false."
      poster: Image
    }
  `,
  additionalResolvers: ['./schema/mesh-resolvers.ts'],
  sdk: { generateOperations: { selectionSetDepth: 4 } },
  serve: {
    hostname: '127.0.0.1',
    port: process.env.MESH_PORT || '4100',
    browser: false,
    playground: { offline: true },
  },
};

export default config;
