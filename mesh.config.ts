import type { YamlConfig } from '@graphql-mesh/types';

/** Our own OpenAPI document as a source of GraphQL Mesh, which makes a GraphQL schema of the REST door. */
const config: YamlConfig.Config = {
  sources: [
    {
      name: 'calendar',
      handler: {
        openapi: {
          source: './mesh-document.js',
          endpoint: 'http://127.0.0.1:4000/wp-json/calendar/events/v1',
        },
      },
    },
  ],
};

export default config;
