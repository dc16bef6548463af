import { describe, expect, it } from 'vitest';
import { readConfig } from '../../src/process/config.ts';
import { usualMemory } from '../../src/process/memory.ts';

const LIMITS = ['LOGIN_FAILURES', 'RATE_LIMIT', 'WORK_LIMIT', 'TRUST_PROXY', 'MAX_IN_FLIGHT'];

const messageOf = (env: Record<string, string>): string => {
  try {
    return JSON.stringify(readConfig(env));
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the configuration', () => {
  it('has a default for every variable', () => {
    expect(readConfig({})).toEqual({
      host: '127.0.0.1',
      port: 4000,
      siteUrl: 'http://127.0.0.1:4000',
      siteName: {},
      siteDescription: {},
      siteTimezone: 'UTC',
      defaultLanguage: 'en',
      eventsSlug: 'events',
      eventSlug: 'event',
      restRoot: '/wp-json',
      dataDir: './data',
      nodeEnv: 'development',
      logLevel: 'info',
      logAddresses: true,
      namespaceAliases: ['tribe/events/v1'],
      corsOrigins: '*',
      loginFailures: 10,
      rateLimit: 0,
      workLimit: 20_000,
      workers: 1,
      trustProxy: [],
      maxInFlight: 200,
      maxSubscribers: 1000,
      // What this machine or its container has.
      memory: usualMemory(1),
      metrics: false,
      introspection: true,
      federation: false,
      mcp: 'false',
      persistedOnly: false,
      embedHosts: ['www.youtube.com', 'www.youtube-nocookie.com', 'player.vimeo.com', 'www.openstreetmap.org'],
      imageHosts: '*',
      embedParents: [],
    });
  });

  it('takes an empty variable as unset', () => {
    const names = [
      'HOST',
      'PORT',
      'SITE_URL',
      'SITE_NAME',
      'SITE_NAME_KO',
      'SITE_LOGO',
      'SITE_TIMEZONE',
      'DEFAULT_LANGUAGE',
      'REST_ROOT',
      'MONGODB_URI',
      'PUBLIC_URL',
    ];
    const empty = [
      ...names,
      'DATA_DIR',
      'NODE_ENV',
      'LOG_LEVEL',
      'LOG_ADDRESSES',
      'CORS_ORIGINS',
      'METRICS',
      'INTROSPECTION',
      'PERSISTED_DOCUMENTS',
      'FEDERATION',
      'MCP',
      'PERSISTED_ONLY',
      'OPERATIONS',
      'EMBED_HOSTS',
      'IMAGE_HOSTS',
      ...LIMITS,
    ].map((name) => [name, '']);
    expect(readConfig(Object.fromEntries(empty))).toEqual(readConfig({}));
  });

  it('is frozen, its lists too', () => {
    const config = readConfig({ CORS_ORIGINS: 'https://a.example' });
    expect(Object.isFrozen(config)).toBe(true);
    expect(Object.isFrozen(config.corsOrigins)).toBe(true);
    expect(Object.isFrozen(config.embedHosts)).toBe(true);
    expect(Object.isFrozen(config.trustProxy)).toBe(true);
  });

  it.each([
    [{ HOST: '0.0.0.0' }, { host: '0.0.0.0', siteUrl: 'http://0.0.0.0:4000' }],
    [
      { HOST: '::1', PORT: '80' },
      { host: '::1', siteUrl: 'http://[::1]' },
    ],
    [{ HOST: 'calendar.internal' }, { host: 'calendar.internal' }],
    [{ PORT: '0' }, { port: 0 }],
    [{ PORT: '65535' }, { port: 65535, siteUrl: 'http://127.0.0.1:65535' }],
    [{ SITE_URL: 'https://Example.org/' }, { siteUrl: 'https://example.org' }],
    [{ SITE_URL: 'https://example.org/calendar/' }, { siteUrl: 'https://example.org/calendar' }],
    [{ PUBLIC_URL: 'https://www.example.org/' }, { publicUrl: 'https://www.example.org' }],
    [{ SITE_NAME: ' Busan ', SITE_NAME_KO: '부산' }, { siteName: { en: 'Busan', ko: '부산', es: 'Busan' } }],
    [{ SITE_NAME_KO: '부산' }, { siteName: { en: undefined, ko: '부산', es: undefined } }],
    [{ SITE_DESCRIPTION_ES: 'Hoy' }, { siteDescription: { ko: undefined, es: 'Hoy' } }],
    [{ SITE_LOGO: 'logo.svg' }, { siteLogo: 'logo.svg' }],
    [{ SITE_TIMEZONE: 'Asia/Seoul' }, { siteTimezone: 'Asia/Seoul' }],
    [{ DEFAULT_LANGUAGE: 'ko' }, { defaultLanguage: 'ko' }],
    [
      { EVENTS_SLUG: '행사', EVENT_SLUG: 'events' },
      { eventsSlug: '행사', eventSlug: 'events' },
    ],
    [{ REST_ROOT: '/api/v2.1' }, { restRoot: '/api/v2.1' }],
    [{ REST_ROOT: '/graphql-rest' }, { restRoot: '/graphql-rest' }],
    [{ MONGODB_URI: 'mongodb+srv://u:p@db.example/' }, { mongodbUri: 'mongodb+srv://u:p@db.example/' }],
    [{ DATA_DIR: ':memory:' }, { dataDir: ':memory:' }],
    [{ NODE_ENV: 'production' }, { nodeEnv: 'production' }],
    [{ LOG_LEVEL: 'silent' }, { logLevel: 'silent' }],
    [{ LOG_ADDRESSES: 'false' }, { logAddresses: false }],
    [{ METRICS: 'true' }, { metrics: true }],
    [{ INTROSPECTION: 'false' }, { introspection: false }],
    [{ FEDERATION: 'true' }, { federation: true }],
    [{ MCP: 'write' }, { mcp: 'write' }],
    [{ PERSISTED_DOCUMENTS: './apps.json' }, { persistedDocuments: './apps.json' }],
    [{ PERSISTED_ONLY: 'true' }, { persistedOnly: true }],
    [
      { CORS_ORIGINS: 'https://a.example, http://b.example:8080/,https://a.example' },
      { corsOrigins: ['https://a.example', 'http://b.example:8080'] },
    ],
    [{ IMAGE_HOSTS: 'Images.example, a.example' }, { imageHosts: ['images.example', 'a.example'] }],
    [{ IMAGE_HOSTS: '*' }, { imageHosts: '*' }],
    [{ IMAGE_HOSTS: 'none' }, { imageHosts: [] }],
    [{ EMBED_HOSTS: 'Video.example, a.example,a.example' }, { embedHosts: ['video.example', 'a.example'] }],
    [
      { OIDC_ISSUER: 'https://login.example/a/', OIDC_ROLES: 'cn=x=editor, b = administrator' },
      {
        oidc: {
          issuer: 'https://login.example/a/',
          audiences: ['http://127.0.0.1:4000', 'http://127.0.0.1:4000/', 'http://127.0.0.1:4000/mcp/user'],
          rolesClaim: ['roles'],
          roles: new Map([
            ['cn=x', 'editor'],
            ['b', 'administrator'],
          ]),
          scopes: [],
        },
      },
    ],
    [{ OIDC_ROLES: 'wrong', OIDC_SCOPES: 'a' }, {}],
  ])('reads %j', (env, expected) => {
    expect(readConfig(env)).toMatchObject(expected);
  });

  it.each([
    ['HOST', 'two words', 'a host name or an IP address'],
    ['HOST', '[::1]', 'without port or brackets'],
    ['HOST', 'localhost:80', 'without port or brackets'],
    ['HOST', '999.1.1.1', 'a host name or an IP address'],
    ['PORT', '65536', '0 (any free port) to 65535'],
    ['PORT', '-1', '0 (any free port) to 65535'],
    ['PORT', '80.5', '0 (any free port) to 65535'],
    ['PORT', 'http', '0 (any free port) to 65535'],
    ['SITE_URL', 'example.org', 'an http or https address'],
    ['SITE_URL', '/calendar', 'an http or https address'],
    ['SITE_URL', 'ftp://example.org', 'an http or https address'],
    ['SITE_URL', 'https://example.org/?a=1', 'without user, query and fragment'],
    ['SITE_URL', 'https://example.org/?', 'without user, query and fragment'],
    ['SITE_URL', 'https://example.org/#top', 'without user, query and fragment'],
    ['SITE_NAME', 'two\nlines', 'one line of at most 100 characters'],
    ['SITE_TIMEZONE', 'Mars/Olympus', 'Europe/Madrid'],
    ['DEFAULT_LANGUAGE', 'fr', 'one of en, ko, es'],
    ['EVENTS_SLUG', 'Events', 'a word in small letters'],
    ['EVENTS_SLUG', 'all/events', 'a word in small letters'],
    ['EVENTS_SLUG', 'docs', 'none of graphql'],
    ['EVENTS_SLUG', 'venue', 'none of graphql'],
    ['EVENTS_SLUG', 'operations', 'none of graphql'],
    ['EVENTS_SLUG', 'signed-in', 'none of graphql'],
    ['EVENT_SLUG', 'events', 'none of graphql'],
    ['EVENT_SLUG', 'ko', 'none of graphql'],
    ['REST_ROOT', '/', 'a path such as /wp-json'],
    ['REST_ROOT', 'api', 'a path such as /wp-json'],
    ['REST_ROOT', '/api/', 'a path such as /wp-json'],
    ['REST_ROOT', '/a//b', 'a path such as /wp-json'],
    ['REST_ROOT', '/a/../b', 'a path such as /wp-json'],
    ['REST_ROOT', '/api?x=1', 'a path such as /wp-json'],
    ['REST_ROOT', '/한국', 'a path such as /wp-json'],
    ['REST_ROOT', '/graphql', 'not in /graphql, /mcp, /health, /ready, /metrics'],
    ['REST_ROOT', '/health/api', 'not in /graphql, /mcp, /health, /ready, /metrics'],
    ['REST_ROOT', '/events', 'not in /graphql'],
    ['PUBLIC_URL', 'www.example.org', 'an http or https address'],
    ['REST_ROOT', '/metrics', 'not in /graphql, /mcp, /health, /ready, /metrics'],
    ['LOG_ADDRESSES', 'none', 'one of true, false'],
    ['METRICS', 'yes', 'one of true, false'],
    ['INTROSPECTION', 'no', 'one of true, false'],
    ['PERSISTED_ONLY', '1', 'one of true, false'],
    ['FEDERATION', '2', 'one of true, false'],
    ['MCP', 'read', 'one of false, true, write'],
    ['NODE_ENV', 'staging', 'one of development, production, test'],
    ['LOG_LEVEL', 'verbose', 'one of trace, debug, info, warn, error, fatal, silent'],
    ['NAMESPACE_ALIASES', 'events', 'none, or names such as tribe/events/v1'],
    ['NAMESPACE_ALIASES', 'a/b, c d/e', 'names such as tribe/events/v1'],
    ['CORS_ORIGINS', 'https://a.example/path', 'origins such as https://example.org'],
    ['CORS_ORIGINS', 'https://a.example,*', 'origins such as https://example.org'],
    ['CORS_ORIGINS', 'a.example', 'origins such as https://example.org'],
    ['CORS_ORIGINS', 'https://a.example,', 'origins such as https://example.org'],
    ['LOGIN_FAILURES', '-1', 'a whole number from 0'],
    ['LOGIN_FAILURES', 'ten', 'a whole number from 0'],
    ['RATE_LIMIT', '1.5', 'a whole number from 0'],
    ['RATE_LIMIT', '1000000000', 'to 999999999'],
    ['WORK_LIMIT', '10s', 'a whole number from 0'],
    ['MAX_IN_FLIGHT', '0', 'a whole number from 1'],
    ['WORKERS', '0', 'a whole number from 1 to 64'],
    ['WORKERS', '65', 'a whole number from 1 to 64'],
    ['WORKERS', 'all', 'a whole number from 1 to 64'],
    ['MEMORY', '191', 'a whole number from 192'],
    ['MEMORY', '1G', 'a whole number from 192'],
    ['TRUST_PROXY', 'true', 'addresses, ranges such as 10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.1,', 'addresses, ranges such as 10.0.0.0/8'],
    ['TRUST_PROXY', '10.0.0.0/33', 'addresses, ranges such as 10.0.0.0/8'],
    ['TRUST_PROXY', '0.0.0.0/0', 'addresses, ranges such as 10.0.0.0/8'],
    ['TRUST_PROXY', '::1/129', 'addresses, ranges such as 10.0.0.0/8'],
    ['EMBED_HOSTS', 'https://video.example', 'host names such as www.youtube.com'],
    ['IMAGE_HOSTS', 'https://images.example', '*, none or host names such as images.example.org'],
    ['IMAGE_HOSTS', 'a.example:8443', '*, none or host names such as images.example.org'],
    ['EMBED_HOSTS', '*.example', 'host names such as www.youtube.com'],
    ['EMBED_HOSTS', 'a.example,', 'host names such as www.youtube.com'],
  ])('refuses %s=%s in a line that says what is allowed', (name, value, allowed) => {
    const message = messageOf({ [name]: value });
    expect(message.startsWith(`${name} is ${JSON.stringify(value)}; `)).toBe(true);
    expect(message).toContain(allowed);
    expect(message).not.toContain('\n');
  });

  it.each([
    ['OIDC_ISSUER', 'http://login.example', 'an https address (http only on this machine)'],
    ['OIDC_ISSUER', 'https://login.example/?a=b', 'without user, query and fragment'],
    ['OIDC_ISSUER', 'login.example', 'an https address'],
    ['OIDC_ROLES', '', 'groups with their role beside OIDC_ISSUER'],
    ['OIDC_ROLES', 'editors', 'groups with their role'],
    ['OIDC_ROLES', 'editors=owner', 'a role is one of administrator, editor'],
    ['OIDC_ROLES', 'a=editor,=author', 'groups with their role'],
    ['OIDC_SCOPES', 'a "b"', 'scopes with spaces between'],
    ['OIDC_SCOPES', 'openid email', 'a scope of the API beside an OIDC_CLIENT_ID that is in OIDC_AUDIENCE'],
  ])('refuses %s=%s beside an issuer', (name, value, allowed) => {
    const message = messageOf({
      ...{ OIDC_ISSUER: 'https://login.example', OIDC_ROLES: 'a=editor', OIDC_AUDIENCE: 'a', OIDC_CLIENT_ID: 'a' },
      ...{ OIDC_SCOPES: 'b', [name]: value },
    });
    expect(message.startsWith(`${name} is ${JSON.stringify(value)}; `)).toBe(true);
    expect(message).toContain(allowed);
  });

  it.each([
    ['SITE_NAME_ES', 101],
    ['SITE_DESCRIPTION_KO', 301],
  ])('refuses %s of %i characters', (name, length) => {
    expect(messageOf({ [name]: '가'.repeat(length) })).toContain(`one line of at most ${length - 1} characters`);
  });

  it.each([
    ['INTROSPECTION', 'false', 'must be true beside FEDERATION=true'],
    ['PERSISTED_ONLY', 'true', 'must be false beside FEDERATION=true'],
  ])('refuses %s=%s for a subgraph', (name, value, allowed) => {
    const message = messageOf({ FEDERATION: 'true', [name]: value });
    expect(message).toContain(`${name} is "${value}"; it ${allowed}`);
  });

  it('shows a value with a line break in one line', () => {
    expect(messageOf({ LOG_LEVEL: 'a\nb' })).not.toContain('\n');
  });

  it.each([
    [{ MONGODB_URI: 'postgres://user:pass-word@db' }],
    [{ MONGODB_URI: 'user:pass-word@db' }],
    [{ SITE_URL: 'https://user:pass-word@example.org' }],
  ])('never shows the password in %j', (env) => {
    const message = messageOf(env);
    expect(message).toContain(Object.keys(env)[0]);
    expect(message).not.toContain('pass-word');
  });

  it('names what a wrong MONGODB_URI must begin with', () => {
    expect(messageOf({ MONGODB_URI: 'postgres://db' })).toContain('mongodb:// or mongodb+srv://');
  });
});
