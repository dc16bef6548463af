/** What an OpenAPI document of ours is about. */
interface About {
  title: string;
  description: string;
  /** The address that its paths stand below, and what is there. */
  server: string;
  about: string;
  /** The identity provider, if there is one. */
  issuer: string | undefined;
}

/** What it describes. */
interface Parts {
  tags: readonly object[];
  paths: object;
  components: object;
}

/** An OpenAPI 3.1 document. Its clients may log in in each way that the calendar takes. */
export const framed = (
  { title, description, server, about, issuer }: About,
  { tags, paths, components }: Parts,
): object => ({
  openapi: '3.1.0',
  info: {
    title,
    version: '1.0.0',
    description,
    contact: { name: 'Whoever operates this calendar' },
    license: { name: 'No licence is granted', identifier: 'LicenseRef-UNLICENSED' },
  },
  servers: [{ url: server, description: about }],
  // Reading needs no credentials; writing does.
  security: [{}, { basic: [] }, { bearer: [] }, ...(issuer ? [{ provider: [] }] : [])],
  tags,
  paths,
  components: {
    ...components,
    securitySchemes: {
      basic: { type: 'http', scheme: 'basic', description: 'User name and password.' },
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'A generated password alone. A password that somebody chose needs the name too: `name:password`.',
      },
      ...(issuer && {
        provider: {
          type: 'openIdConnect',
          openIdConnectUrl: `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`,
          description: 'An access token of the identity provider.',
        },
      }),
    },
  },
});
