import { LANGUAGES, type Language, perLanguage } from '../domain/language.ts';
import { PAGE_WORDS } from '../kinds/addresses.ts';
import { KINDS } from '../kinds/kinds.ts';
import { PLUG_IN_NAMESPACE } from '../kinds/record-urls.ts';
import { processesOf } from './memory.ts';
import { type OidcConfig, oidcOf } from './oidc-config.ts';
import {
  baseUrlOf,
  corsOriginsOf,
  hostOf,
  hostsOf,
  imageHostsOf,
  lineOf,
  memoryOf,
  mongodbUriOf,
  namespacesOf,
  oneOf,
  originsOf,
  portOf,
  proxiesOf,
  restRootOf,
  wholeOf,
  wordOf,
  wrong,
  zoneOf,
} from './variable-values.ts';
import type { Variable } from './variables.ts';

const NODE_ENVS = ['development', 'production', 'test'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SWITCH = ['true', 'false'] as const;
const MCP = ['false', 'true', 'write'] as const;

/** First segments of addresses that are neither REST nor event pages. */
const OTHERS = [
  'graphql',
  'mcp',
  'health',
  'ready',
  'metrics',
  'docs',
  'feeds',
  'operations',
  'files',
  'pictures',
  'favicon.ico',
  'robots.txt',
  'sitemap.xml',
  'index.php',
  '.well-known',
  'signed-in',
  ...LANGUAGES,
  ...KINDS.map(({ page }) => page.path.split('/')[0]!).filter((word) => !Object.hasOwn(PAGE_WORDS, word)),
];

const EMBED_HOSTS = 'www.youtube.com,www.youtube-nocookie.com,player.vimeo.com,www.openstreetmap.org';

/** This process's configuration, read once from the environment. Each key is the variable of that name. */
export interface Config {
  /** Where to listen: a host name or IP address. Default `127.0.0.1`. */
  readonly host: string;
  /** 0 to 65535. 0 takes any free port; then read the configuration again with the actual port. Default 4000. */
  readonly port: number;
  /** The start of all links: http(s), optionally a path, no slash at the end. Default `http://HOST:PORT`. */
  readonly siteUrl: string;
  /** The start of links to pages of records, like `siteUrl`, if another site shows them. Default: this server does. */
  readonly publicUrl?: string;
  /** What the site is called. Default: nothing, so it has the name of any calendar. */
  readonly siteName: Readonly<Record<Language, string | undefined>>;
  /** What it is about. Default: nothing. */
  readonly siteDescription: Readonly<Record<Language, string | undefined>>;
  /** A file with the picture in the head of pages. Absent: ours. */
  readonly siteLogo?: string;
  /** A file with the picture that other sites show of pages without one. Absent: none. */
  readonly siteImage?: string;
  /** IANA zone or `UTC±n`. Default `UTC`. */
  readonly siteTimezone: string;
  /** Default `en`. */
  readonly defaultLanguage: Language;
  /** The word that starts the addresses of event lists. Default `events`. */
  readonly eventsSlug: string;
  /** The word that starts the addresses of single events. Default `event`. */
  readonly eventSlug: string;
  /** Starts with a slash and does not end with one. Default `/wp-json`. */
  readonly restRoot: string;
  /** More names for the namespace, for clients with another one built in. Default: that of the plug-in. */
  readonly namespaceAliases: readonly string[];
  /** Absent: the embedded store. May hold a password. */
  readonly mongodbUri?: string;
  /** The folder of the embedded store; `:memory:` stores nothing permanently. Default `./data`. */
  readonly dataDir: string;
  /** Default `development`. */
  readonly nodeEnv: (typeof NODE_ENVS)[number];
  /** Default `info`. */
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether the log contains client addresses. Default true. */
  readonly logAddresses: boolean;
  /** The origins whose pages may read answers. Default `*`, all. */
  readonly corsOrigins: '*' | readonly string[];
  /** Failed log-ins per minute for an address and a name; ten times that for an address. 0: no limit. Default 10. */
  readonly loginFailures: number;
  /** Number of serving processes, 1 to 64. Default 1. */
  readonly workers: number;
  /** Megabytes for each process: its share of MEMORY. Default: its share of the container's memory, else 512. */
  readonly memory: number;
  /** Requests per minute for a user, or for a visitor's address. Default 0: no limit. */
  readonly rateLimit: number;
  /** Milliseconds of work per minute for a user, or for a visitor's address, while others wait. 0: no limit. Default 20,000. */
  readonly workLimit: number;
  /** Addresses, ranges and names of ranges of proxies that are trusted to name the client. Default none. */
  readonly trustProxy: readonly string[];
  /** How many requests may be in progress at once. Default 200. */
  readonly maxInFlight: number;
  /** How many streams of changes may be open at once. Default 1,000. */
  readonly maxSubscribers: number;
  /** Whether `/metrics` is served. Default false. */
  readonly metrics: boolean;
  /** Whether GraphQL allows introspection. Default true. */
  readonly introspection: boolean;
  /** Whether GraphQL is a subgraph of Apollo Federation. Default false. */
  readonly federation: boolean;
  /** Whether assistants can read at `/mcp`, or also write. Default false. */
  readonly mcp: (typeof MCP)[number];
  /** The identity provider whose access tokens count, and how. Absent: none. */
  readonly oidc?: OidcConfig;
  /** The file of persisted GraphQL documents, which are known by their hash. Absent: the default file, which may be missing. */
  readonly persistedDocuments?: string;
  /** The folder of documents that the operator gives addresses. Absent: none. */
  readonly operations?: string;
  /** Whether GraphQL clients may run only these documents. Default false. */
  readonly persistedOnly: boolean;
  /** The hosts whose pages descriptions may embed in a frame. Default YouTube, Vimeo and OpenStreetMap. */
  readonly embedHosts: readonly string[];
  /** The hosts from which pages load pictures, by https. Default `*`, all. Empty: only our own. */
  readonly imageHosts: '*' | readonly string[];
  /** The origins whose pages may frame views of events. Default none. */
  readonly embedParents: readonly string[];
  /** A file with the site's own page styles. Absent: only ours. */
  readonly themeCss?: string;
  /** The file that configures webhooks. Absent: none. */
  readonly webhooks?: string;
}

/** The variables of an environment; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error with one line that names the variable, its value and the allowed values */
export function readConfig(env: Environment): Config {
  const text = (name: Variable) => env[name] || undefined;
  const isOn = (name: Variable, otherwise = 'false') => oneOf(SWITCH, name, text(name) ?? otherwise) === 'true';
  const whole = (name: Variable, otherwise: string, least = 0, most?: number) =>
    wholeOf(name, text(name) ?? otherwise, least, most);
  const host = hostOf(text('HOST') ?? '127.0.0.1');
  const port = portOf(text('PORT') ?? '4000');
  const mongodbUri = text('MONGODB_URI');
  const publicUrl = text('PUBLIC_URL');
  const workers = whole('WORKERS', '1', 1, 64);
  const introspection = isOn('INTROSPECTION', 'true');
  const persistedOnly = isOn('PERSISTED_ONLY');
  const federation = isOn('FEDERATION');
  if (federation && !introspection)
    throw wrong('INTROSPECTION', 'false', 'true beside FEDERATION=true, because gateways read the schema');
  if (federation && persistedOnly)
    throw wrong('PERSISTED_ONLY', 'true', 'false beside FEDERATION=true, because gateways send documents of their own');
  const siteUrl = baseUrlOf(
    'SITE_URL',
    text('SITE_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`,
  );
  const eventsSlug = wordOf('EVENTS_SLUG', text('EVENTS_SLUG') ?? PAGE_WORDS.events, OTHERS);
  const eventSlug = wordOf('EVENT_SLUG', text('EVENT_SLUG') ?? PAGE_WORDS.event, [...OTHERS, eventsSlug]);
  /** A line in each language. Where a language has none of its own, it is the common one. */
  const lines = (name: 'SITE_NAME' | 'SITE_DESCRIPTION', most: number) => {
    const own = { en: name, ko: `${name}_KO`, es: `${name}_ES` } as const;
    return Object.freeze(
      perLanguage((language) => lineOf(own[language], text(own[language]), most) ?? lineOf(name, text(name), most)),
    );
  };
  return Object.freeze({
    host,
    port,
    siteUrl,
    publicUrl: publicUrl && baseUrlOf('PUBLIC_URL', publicUrl),
    siteName: lines('SITE_NAME', 100),
    siteDescription: lines('SITE_DESCRIPTION', 300),
    siteLogo: text('SITE_LOGO'),
    siteImage: text('SITE_IMAGE'),
    siteTimezone: zoneOf(text('SITE_TIMEZONE') ?? 'UTC'),
    defaultLanguage: oneOf(LANGUAGES, 'DEFAULT_LANGUAGE', text('DEFAULT_LANGUAGE') ?? 'en'),
    eventsSlug,
    eventSlug,
    restRoot: restRootOf(text('REST_ROOT') ?? '/wp-json', [...OTHERS, eventsSlug, eventSlug]),
    namespaceAliases: namespacesOf(text('NAMESPACE_ALIASES') ?? PLUG_IN_NAMESPACE),
    mongodbUri: mongodbUri && mongodbUriOf(mongodbUri),
    dataDir: text('DATA_DIR') ?? './data',
    nodeEnv: oneOf(NODE_ENVS, 'NODE_ENV', text('NODE_ENV') ?? 'development'),
    logLevel: oneOf(LOG_LEVELS, 'LOG_LEVEL', text('LOG_LEVEL') ?? 'info'),
    logAddresses: isOn('LOG_ADDRESSES', 'true'),
    corsOrigins: corsOriginsOf(text('CORS_ORIGINS') ?? '*'),
    loginFailures: whole('LOGIN_FAILURES', '10'),
    workers,
    memory: memoryOf(text('MEMORY'), processesOf(workers)),
    rateLimit: whole('RATE_LIMIT', '0'),
    workLimit: whole('WORK_LIMIT', '20000'),
    trustProxy: proxiesOf(text('TRUST_PROXY')),
    maxInFlight: whole('MAX_IN_FLIGHT', '200', 1),
    maxSubscribers: whole('MAX_SUBSCRIBERS', '1000'),
    metrics: isOn('METRICS'),
    introspection,
    federation,
    mcp: oneOf(MCP, 'MCP', text('MCP') ?? 'false'),
    oidc: oidcOf(siteUrl, text),
    persistedDocuments: text('PERSISTED_DOCUMENTS'),
    operations: text('OPERATIONS'),
    persistedOnly,
    embedHosts: hostsOf('EMBED_HOSTS', text('EMBED_HOSTS') ?? EMBED_HOSTS, 'host names such as www.youtube.com'),
    imageHosts: imageHostsOf(text('IMAGE_HOSTS') ?? '*'),
    embedParents: originsOf('EMBED_PARENTS', text('EMBED_PARENTS'), 'origins such as https://example.org (no path)'),
    themeCss: text('THEME_CSS'),
    webhooks: text('WEBHOOKS'),
  });
}
