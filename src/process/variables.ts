import leven from 'leven';

/** The variables that this project reads, each with what `--help` says of it. */
export const VARIABLES = {
  HOST: 'host name or IP address to listen on; default 127.0.0.1',
  PORT: 'port to listen on; default 4000; 0 takes any free port',
  SITE_URL: 'start of every link; default http://HOST:PORT',
  PUBLIC_URL: 'start of links to pages, if another site shows them; default SITE_URL',
  SITE_NAME: 'name of the site; default Event calendar',
  SITE_NAME_KO: 'name of the site in Korean; default SITE_NAME',
  SITE_NAME_ES: 'name of the site in Spanish; default SITE_NAME',
  SITE_DESCRIPTION: 'what the site is about, in a sentence of at most 300 characters',
  SITE_DESCRIPTION_KO: 'the same in Korean; default SITE_DESCRIPTION',
  SITE_DESCRIPTION_ES: 'the same in Spanish; default SITE_DESCRIPTION',
  SITE_LOGO: 'file with your picture for the head of pages: .svg, .png, .jpg or .webp, at most 100 KB',
  SITE_IMAGE: 'file with the picture that chats show of a shared page without one: .png, .jpg or .webp, at most 1 MB',
  SITE_TIMEZONE: 'time zone of dates without one; default UTC',
  DEFAULT_LANGUAGE: 'en, ko or es; default en',
  EVENTS_SLUG: 'word that addresses of lists of events begin with; default events',
  EVENT_SLUG: 'word that addresses of events begin with; default event',
  REST_ROOT: 'path of REST; default /wp-json',
  NAMESPACE_ALIASES: 'more names for calendar/events/v1, separated by commas, or none; default tribe/events/v1',
  MONGODB_URI: 'MongoDB; default: the embedded store in DATA_DIR',
  DATA_DIR: 'folder of the embedded store; default ./data',
  NODE_ENV: 'default development; production refuses to start without users',
  WORKERS: 'processes that serve, up to 64; default 1; use one per core',
  MEMORY: 'megabytes for all processes together, at least 192 each; default: what the container has, else 512 each',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent; default info',
  LOG_ADDRESSES: 'false keeps client addresses out of the log; default true',
  METRICS: 'true serves /metrics; default false',
  CORS_ORIGINS: 'origins whose pages may read answers, separated by commas; default *',
  LOGIN_FAILURES:
    'failed log-ins per minute for an address and a name, ten times that for an address; default 10; 0: no limit',
  RATE_LIMIT: 'requests per minute for a user or an address; default 0, no limit; 600 suits a public site',
  WORK_LIMIT: 'milliseconds of work per minute for a user or an address, while others wait; default 20000; 0: no limit',
  MAX_IN_FLIGHT: 'requests answered at the same time by a process; default 200',
  MAX_SUBSCRIBERS: 'streams of changes open at the same time in a process; default 1000',
  TRUST_PROXY: 'proxies whose X-Forwarded-For is trusted, separated by commas',
  INTROSPECTION: "false disables introspection and 'did you mean' hints; default true",
  FEDERATION: 'true makes GraphQL a subgraph of Apollo Federation; default false; not beside INTROSPECTION=false',
  OIDC_ISSUER: 'address of the identity provider whose access tokens count; default none',
  OIDC_AUDIENCE: 'what tokens must be for, separated by commas; default SITE_URL, and that with /mcp/user',
  OIDC_CLIENT_ID: 'public client at that provider, with which people sign in at /graphql and /docs; default none',
  OIDC_ROLES: 'roles of groups, such as calendar-editors=editor, separated by commas; needed beside OIDC_ISSUER',
  OIDC_ROLES_CLAIM: 'claim with the groups, or a JSON pointer to it; default /roles',
  OIDC_SCOPES: 'scopes that clients ask for and tokens must have, separated by spaces; default none',
  MCP: 'true lets assistants read at /mcp; write lets those of users write too; default false',
  PERSISTED_DOCUMENTS: 'list made by npm run persist; default ./persisted-documents.json, if it exists',
  PERSISTED_ONLY: 'true runs only documents of that list, and OPERATIONS; default false',
  OPERATIONS: 'folder of GraphQL documents that get an address each',
  EMBED_HOSTS:
    'hosts that texts may embed in a frame, separated by commas; default those of YouTube, Vimeo and OpenStreetMap',
  IMAGE_HOSTS: 'hosts whose pictures pages show, separated by commas, or none; default *, any by https',
  EMBED_PARENTS: 'origins whose pages may show views in a frame, separated by commas; default none',
  THEME_CSS: 'file with your own styles for pages, at most 100 KB',
  WEBHOOKS: 'file that says where changes are sent; only its owner may read it',
  IMPORT_CREDENTIALS: 'NAME:PASSWORD of a user of the site that npm run import reads',
} as const;

/** The name of a variable. */
export type Variable = keyof typeof VARIABLES;

/** All names. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as Variable[];

/** The variables that a server reads. */
export const SERVER_VARIABLES = VARIABLE_NAMES.filter((name) => name !== 'IMPORT_CREDENTIALS');

/**
 * Finds likely typos: a line for each unknown variable whose name is close to one of ours that is not set. Does not show its
 * value.
 */
export const unknownVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter((name) => env[name] && !(name in VARIABLES) && /^[\w.-]+$/.test(name))
    .flatMap((name) => {
      const suggestion = VARIABLE_NAMES.find((variable) => !env[variable] && isNearly(name, variable));
      return suggestion ? [`The variable ${name} is unknown and ignored. Did you mean ${suggestion}?`] : [];
    });

/** Ignores case and separators. One or two letters may differ, but none in a short name: PATH is close to PORT. */
function isNearly(name: string, variable: Variable) {
  const [given, expected] = [letters(name), letters(variable)];
  const most = [4, 8].filter((length) => expected.length > length).length;
  return given[0] === expected[0] && !isPartOf(name, variable) && leven(given, expected) <= most;
}

/** LOG_LEVEL_X belongs to another program. */
const isPartOf = (name: string, variable: Variable) => `_${name}_`.includes(`_${variable}_`);

/** A name without case and separators. Treats URI and URL as equal. */
const letters = (name: string) =>
  name
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .replace(/URI$/, 'URL');
