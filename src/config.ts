import { isIP } from 'node:net';
import { LEAST_MEMORY, processesOf, usualMemory } from './memory.ts';
import { isLanguage, LANGUAGES, type Language } from './rules/language.ts';
import { isZone } from './rules/zones.ts';
import type { Variable } from './variables.ts';

const NODE_ENVS = ['development', 'production', 'test'] as const;
const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const;
const SWITCH = ['true', 'false'] as const;

/** First segments of addresses that are not REST's. */
const TAKEN = [
  ...['graphql', 'health', 'ready', 'metrics', 'docs', 'files', 'pictures', 'favicon.ico'],
  ...['event', 'events', 'venue', 'organizer', 'tag'],
];

const EMBED_HOSTS = 'www.youtube.com,www.youtube-nocookie.com,player.vimeo.com,www.openstreetmap.org';

/** How this process runs, read once from the environment. Each key is the variable of that name. */
export interface Config {
  /** Where to listen: a host name or IP address. Default `127.0.0.1`. */
  readonly host: string;
  /** 0 to 65535; 0 takes any free port, and then whoever listens has to read the configuration again with that one. Default 4000. */
  readonly port: number;
  /** What links start with: http(s), perhaps a path, no slash at the end. Default `http://HOST:PORT`. */
  readonly siteUrl: string;
  /** What links to pages of records start with, where another site shows them, like `siteUrl`. Default: these pages are ours. */
  readonly publicUrl?: string;
  /** IANA zone or `UTC±n`. Default `UTC`. */
  readonly siteTimezone: string;
  /** Default `en`. */
  readonly defaultLanguage: Language;
  /** Begins with a slash and does not end with one. Default `/wp-json`. */
  readonly restRoot: string;
  /** Further names for the namespace, for clients that have another one built in. Default none. */
  readonly namespaceAliases: readonly string[];
  /** Absent: the embedded store. May hold a password. */
  readonly mongodbUri?: string;
  /** Files of the embedded store and `users.json`; `:memory:` keeps nothing. Default `./data`. */
  readonly dataDir: string;
  /** Default `development`. */
  readonly nodeEnv: (typeof NODE_ENVS)[number];
  /** Default `info`. */
  readonly logLevel: (typeof LOG_LEVELS)[number];
  /** Whether the log says from which address a request came. Default true. */
  readonly logAddresses: boolean;
  /** The origins whose pages may read answers. Default `*`, all. */
  readonly corsOrigins: '*' | readonly string[];
  /** Failed log-ins a minute for an address and a name; ten times that for an address. 0: as many as come. Default 10. */
  readonly loginFailures: number;
  /** Processes that serve, 1 to 64. Default 1. */
  readonly workers: number;
  /** Megabytes for each of its processes: its part of MEMORY. Default: its part of what the container has, else 512. */
  readonly memory: number;
  /** Requests a minute for a user, or for the address of a visitor. Default 0: as many as come. */
  readonly rateLimit: number;
  /** Milliseconds of work a minute for a user, or for the address of a visitor, while others wait. 0: as much as comes. Default 20,000. */
  readonly workLimit: number;
  /** Addresses, ranges and names of ranges of the proxies that say whose requests they bring. Default none. */
  readonly trustProxy: readonly string[];
  /** Requests that are answered at the same time. Default 200. */
  readonly maxInFlight: number;
  /** Whether `/metrics` shows what was counted. Default false. */
  readonly metrics: boolean;
  /** Whether GraphQL tells its schema. Default true. */
  readonly introspection: boolean;
  /** The file with the documents of GraphQL that are known by their hash. Absent: the default file, which may be missing. */
  readonly persistedDocuments?: string;
  /** Whether GraphQL runs these documents only, of those that come from outside. Default false. */
  readonly persistedOnly: boolean;
  /** The hosts whose pages a description may show in a frame. Default YouTube, Vimeo and OpenStreetMap. */
  readonly embedHosts: readonly string[];
  /** The hosts whose pictures pages show, by https. Default `*`, all. Empty: none but our own. */
  readonly imageHosts: '*' | readonly string[];
}

/** The variables of an environment; an empty one counts as unset. */
export type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error with one line that names the variable, what was given and what is allowed. */
export function readConfig(env: Environment): Config {
  const text = (name: Variable): string | undefined => env[name] || undefined;
  const host = hostOf(text('HOST') ?? '127.0.0.1');
  const port = portOf(text('PORT') ?? '4000');
  const mongodbUri = text('MONGODB_URI');
  const publicUrl = text('PUBLIC_URL');
  const workers = workersOf(text('WORKERS') ?? '1');
  const persistedDocuments = text('PERSISTED_DOCUMENTS');
  return Object.freeze({
    host,
    port,
    siteUrl: baseUrlOf('SITE_URL', text('SITE_URL') ?? `http://${host.includes(':') ? `[${host}]` : host}:${port}`),
    ...(publicUrl !== undefined && { publicUrl: baseUrlOf('PUBLIC_URL', publicUrl) }),
    siteTimezone: zoneOf(text('SITE_TIMEZONE') ?? 'UTC'),
    defaultLanguage: languageOf(text('DEFAULT_LANGUAGE') ?? 'en'),
    restRoot: restRootOf(text('REST_ROOT') ?? '/wp-json'),
    namespaceAliases: namespacesOf(text('NAMESPACE_ALIASES')),
    ...(mongodbUri !== undefined && { mongodbUri: mongodbUriOf(mongodbUri) }),
    dataDir: text('DATA_DIR') ?? './data',
    nodeEnv: oneOf(NODE_ENVS, 'NODE_ENV', text('NODE_ENV') ?? 'development'),
    logLevel: oneOf(LOG_LEVELS, 'LOG_LEVEL', text('LOG_LEVEL') ?? 'info'),
    logAddresses: isOn('LOG_ADDRESSES', text('LOG_ADDRESSES') ?? 'true'),
    corsOrigins: corsOriginsOf(text('CORS_ORIGINS') ?? '*'),
    loginFailures: wholeOf('LOGIN_FAILURES', text('LOGIN_FAILURES') ?? '10', 0),
    workers,
    memory: memoryOf(text('MEMORY'), processesOf(workers)),
    rateLimit: wholeOf('RATE_LIMIT', text('RATE_LIMIT') ?? '0', 0),
    workLimit: wholeOf('WORK_LIMIT', text('WORK_LIMIT') ?? '20000', 0),
    trustProxy: proxiesOf(text('TRUST_PROXY')),
    maxInFlight: wholeOf('MAX_IN_FLIGHT', text('MAX_IN_FLIGHT') ?? '200', 1),
    metrics: isOn('METRICS', text('METRICS') ?? 'false'),
    introspection: isOn('INTROSPECTION', text('INTROSPECTION') ?? 'true'),
    ...(persistedDocuments !== undefined && { persistedDocuments }),
    persistedOnly: isOn('PERSISTED_ONLY', text('PERSISTED_ONLY') ?? 'false'),
    embedHosts: hostsOf('EMBED_HOSTS', text('EMBED_HOSTS') ?? EMBED_HOSTS, 'host names such as www.youtube.com'),
    imageHosts: imageHostsOf(text('IMAGE_HOSTS') ?? '*'),
  });
}

const wrong = (name: Variable, given: string, allowed: string): Error =>
  new Error(`${name} is ${JSON.stringify(withoutPassword(given))}; it must be ${allowed}`);

const withoutPassword = (text: string): string => text.replace(/\/\/[^/]*@/g, '//***@');

function hostOf(given: string): string {
  if (isIP(given) > 0) return given;
  // 999.1.1.1 has the letters of a name and is neither a name nor an address.
  if (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(given) && URL.canParse(`http://${given}`)) return given;
  throw wrong('HOST', given, 'a host name or an IP address, without port or brackets');
}

function portOf(given: string): number {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw wrong('PORT', given, 'a whole number from 0 (any free port) to 65535');
}

function baseUrlOf(name: Variable, given: string): string {
  const url = webAddress(given);
  if (url && !/[?#]/.test(given)) return url.origin + url.pathname.replace(/\/+$/, '');
  throw wrong(name, given, 'an http or https address without user, query and fragment');
}

function zoneOf(given: string): string {
  if (isZone(given)) return given;
  throw wrong('SITE_TIMEZONE', given, 'a time zone such as Europe/Madrid, UTC or UTC+2');
}

function languageOf(given: string): Language {
  if (isLanguage(given)) return given;
  throw wrong('DEFAULT_LANGUAGE', given, `one of ${LANGUAGES.join(', ')}`);
}

function restRootOf(given: string): string {
  const segments = given.slice(1).split('/');
  const isPath = given.startsWith('/') && segments.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/.test(segment));
  if (isPath && !TAKEN.includes(segments[0]!)) return given;
  throw wrong(
    'REST_ROOT',
    given,
    `a path such as /wp-json: / and A-Z a-z 0-9 . _ ~ -, no / at the end, not in /${TAKEN.join(', /')}`,
  );
}

function namespacesOf(given: string | undefined): readonly string[] {
  const names = (given ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  if (names.every((name) => /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)+$/.test(name))) return Object.freeze(names);
  throw wrong('NAMESPACE_ALIASES', given ?? '', 'names such as tribe/events/v1, with commas between');
}

function mongodbUriOf(given: string): string {
  if (/^mongodb(?:\+srv)?:\/\/./.test(given)) return given;
  throw new Error('MONGODB_URI is not shown, it may hold a password; it must begin with mongodb:// or mongodb+srv://');
}

function oneOf<T extends string>(allowed: readonly T[], name: Variable, given: string): T {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw wrong(name, given, `one of ${allowed.join(', ')}`);
}

const isOn = (name: Variable, given: string): boolean => oneOf(SWITCH, name, given) === 'true';

function corsOriginsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  const origins = given.split(',').map((item) => originOf(item.trim()));
  if (origins.every((origin) => origin !== undefined)) return Object.freeze([...new Set(origins)]);
  throw wrong('CORS_ORIGINS', given, '* or origins such as https://example.org (no path), with commas between');
}

function originOf(given: string): string | undefined {
  const url = webAddress(given);
  return url && `${url.origin}/` === url.href && !/[?#]/.test(given) ? url.origin : undefined;
}

function wholeOf(name: Variable, given: string, least: number): number {
  if (/^\d{1,9}$/.test(given) && Number(given) >= least) return Number(given);
  throw wrong(name, given, `a whole number from ${least} to 999999999`);
}

function workersOf(given: string): number {
  const count = Number(given);
  if (/^\d{1,2}$/.test(given) && count >= 1 && count <= 64) return count;
  throw wrong('WORKERS', given, 'a whole number from 1 to 64');
}

function memoryOf(given: string | undefined, processes: number): number {
  const all = given === undefined ? usualMemory(processes) : wholeOf('MEMORY', given, LEAST_MEMORY * processes);
  return Math.floor(all / processes);
}

function proxiesOf(given: string | undefined): readonly string[] {
  const proxies = given === undefined ? [] : given.split(',').map((item) => item.trim());
  if (proxies.every(isProxy)) return Object.freeze(proxies);
  throw wrong(
    'TRUST_PROXY',
    given ?? '',
    'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between',
  );
}

function isProxy(text: string): boolean {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most));
}

function hostsOf(name: Variable, given: string, allowed: string): readonly string[] {
  const hosts = given.split(',').map((item) => item.trim().toLowerCase());
  if (hosts.every((host) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))) return Object.freeze([...new Set(hosts)]);
  throw wrong(name, given, `${allowed}, with commas between`);
}

function imageHostsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  if (given === 'none') return Object.freeze([]);
  return hostsOf('IMAGE_HOSTS', given, '*, none or host names such as images.example.org');
}

function webAddress(given: string): URL | undefined {
  if (!/^https?:\/\/[^\s\\]+$/i.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return url.username || url.password ? undefined : url;
}
