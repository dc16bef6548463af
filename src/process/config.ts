import { isIP } from 'node:net';
import { ROLES, type Role } from '../domain/access.ts';
import { LANGUAGES, type Language, perLanguage } from '../domain/language.ts';
import { slugify } from '../domain/slug.ts';
import { isZone } from '../domain/zones.ts';
import { isInTokens } from '../http/auth/tokens.ts';
import { isLoopbackAddress } from '../http/public-address.ts';
import { PAGE_WORDS } from '../kinds/addresses.ts';
import { KINDS } from '../kinds/kinds.ts';
import { PLUG_IN_NAMESPACE } from '../kinds/record-urls.ts';
import { LEAST_MEMORY, processesOf, usualMemory } from './memory.ts';
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

/** What to demand of the access tokens of an identity provider, and what they tell. */
interface OidcConfig {
  /** Its address, as its tokens name it: https, or http on this machine. */
  readonly issuer: string;
  /** A token must be for one of these. Default: the site's address, and that with `/mcp/user`. */
  readonly audiences: readonly string[];
  /** Where a token has the groups of its user: the keys that lead there. Default `roles`. */
  readonly rolesClaim: readonly string[];
  /** The role of each group that has one. */
  readonly roles: ReadonlyMap<string, Role>;
  /** The scopes that clients ask for. */
  readonly scopes: readonly string[];
  /** The public client that our pages are to the provider. Absent: they only ask for passwords. */
  readonly clientId?: string;
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

const wrong = (name: Variable, given: string, allowed: string) =>
  new Error(`${name} is ${JSON.stringify(withoutPassword(given))}; it must be ${allowed}`);

const withoutPassword = (text: string) => text.replace(/\/\/[^/]*@/g, '//***@');

function hostOf(given: string) {
  if (isIP(given) > 0) return given;
  // 999.1.1.1 looks like a name but is neither a name nor an address.
  if (/^[A-Za-z0-9](?:[A-Za-z0-9.-]*[A-Za-z0-9])?$/.test(given) && URL.canParse(`http://${given}`)) return given;
  throw wrong('HOST', given, 'a host name or an IP address, without port or brackets');
}

function portOf(given: string) {
  if (/^\d{1,5}$/.test(given) && Number(given) <= 65_535) return Number(given);
  throw wrong('PORT', given, 'a whole number from 0 (any free port) to 65535');
}

function baseUrlOf(name: Variable, given: string) {
  const url = webAddress(given);
  if (url && !/[?#]/.test(given)) return url.origin + url.pathname.replace(/\/+$/, '');
  throw wrong(name, given, 'an http or https address without user, query and fragment');
}

/** Names stand in HTTP headers and in feeds, so they are one line. */
function lineOf(name: Variable, given: string | undefined, most: number) {
  if (given === undefined || (given.length <= most && !/\p{Cc}/u.test(given))) return given?.trim();
  throw wrong(name, given, `one line of at most ${most} characters`);
}

function zoneOf(given: string) {
  if (isZone(given)) return given;
  throw wrong('SITE_TIMEZONE', given, 'a time zone such as Europe/Madrid, UTC or UTC+2');
}

/** A slug: a word that needs no escaping in an address. */
function wordOf(name: Variable, given: string, taken: readonly string[]) {
  if (slugify(given) === given && !taken.includes(given)) return given;
  throw wrong(name, given, `a word in small letters, such as agenda, and none of ${taken.join(', ')}`);
}

function restRootOf(given: string, taken: readonly string[]) {
  const segments = given.slice(1).split('/');
  const isPath = given.startsWith('/') && segments.every((segment) => /^(?!\.{1,2}$)[A-Za-z0-9._~-]+$/.test(segment));
  if (isPath && !taken.includes(segments[0]!)) return given;
  throw wrong(
    'REST_ROOT',
    given,
    `a path such as /wp-json: / and A-Z a-z 0-9 . _ ~ -, no / at the end, not in /${taken.join(', /')}`,
  );
}

function namespacesOf(given: string) {
  if (given === 'none') return Object.freeze([]);
  const names = listOf(given, ',');
  if (names.every((name) => /^[A-Za-z0-9._~-]+(\/[A-Za-z0-9._~-]+)+$/.test(name))) return Object.freeze(names);
  throw wrong('NAMESPACE_ALIASES', given, 'none, or names such as tribe/events/v1 with commas between');
}

function mongodbUriOf(given: string) {
  if (/^mongodb(?:\+srv)?:\/\/./.test(given)) return given;
  throw new Error('MONGODB_URI is not shown, it may hold a password; it must begin with mongodb:// or mongodb+srv://');
}

function oidcOf(siteUrl: string, text: (name: Variable) => string | undefined): OidcConfig | undefined {
  const issuer = text('OIDC_ISSUER');
  if (issuer === undefined) return undefined;
  const url = webAddress(issuer);
  if (!url || /[?#]/.test(issuer) || !isGuarded(url))
    throw wrong('OIDC_ISSUER', issuer, 'an https address (http only on this machine) without user, query and fragment');
  const audience = text('OIDC_AUDIENCE');
  // Some clients write the address of a site with a slash at the end.
  const audiences = audience === undefined ? [siteUrl, `${siteUrl}/`, `${siteUrl}/mcp/user`] : listOf(audience, ',');
  const claim = text('OIDC_ROLES_CLAIM') ?? '/roles';
  const rolesClaim = claim.startsWith('/')
    ? claim
        .slice(1)
        .split('/')
        .map((key) => key.replace(/~1/g, '/').replace(/~0/g, '~'))
    : [claim];
  const scopes = listOf(text('OIDC_SCOPES') ?? '', ' ');
  // RFC 6749, section 3.3.
  if (!scopes.every((scope) => /^[!#-[\]-~]+$/.test(scope)))
    throw wrong('OIDC_SCOPES', scopes.join(' '), 'scopes with spaces between, without quotes and backslashes');
  const clientId = text('OIDC_CLIENT_ID');
  if (clientId && audiences.includes(clientId) && !scopes.some(isInTokens))
    throw wrong(
      'OIDC_SCOPES',
      scopes.join(' '),
      'a scope of the API beside an OIDC_CLIENT_ID that is in OIDC_AUDIENCE, because ID tokens are for that, too',
    );
  return Object.freeze({
    issuer,
    audiences,
    rolesClaim,
    roles: rolesOf(text('OIDC_ROLES') ?? ''),
    scopes,
    clientId,
  });
}

/** Whether what is read there cannot be changed on the way. */
const isGuarded = ({ protocol, hostname }: URL) =>
  protocol === 'https:' || hostname === 'localhost' || isLoopbackAddress(hostname.replace(/^\[|\]$/g, ''));

const listOf = (given: string, separator: string) =>
  given
    .split(separator)
    .map((item) => item.trim())
    .filter((item) => item !== '');

function rolesOf(given: string): ReadonlyMap<string, Role> {
  // A group may have a = in its name.
  const pairs = listOf(given, ',').map(
    (pair) =>
      /^(.+)=(.+)$/
        .exec(pair)
        ?.slice(1)
        .map((part) => part.trim()) ?? [],
  );
  if (pairs.length > 0 && pairs.every(([group, role]) => group && ROLES.includes(role as Role)))
    return new Map(pairs as [string, Role][]);
  throw wrong(
    'OIDC_ROLES',
    given,
    `groups with their role beside OIDC_ISSUER, such as calendar-editors=editor,calendar-admins=administrator; a role is one of ${ROLES.join(', ')}`,
  );
}

function oneOf<T extends string>(allowed: readonly T[], name: Variable, given: string) {
  const found = allowed.find((value) => value === given);
  if (found !== undefined) return found;
  throw wrong(name, given, `one of ${allowed.join(', ')}`);
}

function corsOriginsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  return originsOf('CORS_ORIGINS', given, '* or origins such as https://example.org (no path)');
}

function originsOf(name: Variable, given: string | undefined, allowed: string) {
  const origins = (given?.split(',') ?? []).map((item) => originOf(item.trim()));
  if (origins.every((origin) => origin !== undefined)) return Object.freeze([...new Set(origins)]);
  throw wrong(name, given ?? '', `${allowed}, with commas between`);
}

function originOf(given: string) {
  const url = webAddress(given);
  return url && `${url.origin}/` === url.href && !/[?#]/.test(given) ? url.origin : undefined;
}

function wholeOf(name: Variable, given: string, least: number, most = 999_999_999) {
  if (/^\d{1,9}$/.test(given) && Number(given) >= least && Number(given) <= most) return Number(given);
  throw wrong(name, given, `a whole number from ${least} to ${most}`);
}

function memoryOf(given: string | undefined, processes: number) {
  const all = given === undefined ? usualMemory(processes) : wholeOf('MEMORY', given, LEAST_MEMORY * processes);
  return Math.floor(all / processes);
}

function proxiesOf(given: string | undefined) {
  const proxies = given === undefined ? [] : given.split(',').map((item) => item.trim());
  if (proxies.every(isProxy)) return Object.freeze(proxies);
  throw wrong(
    'TRUST_PROXY',
    given ?? '',
    'addresses, ranges such as 10.0.0.0/8, loopback, linklocal or uniquelocal, with commas between',
  );
}

function isProxy(text: string) {
  if (['loopback', 'linklocal', 'uniquelocal'].includes(text)) return true;
  const [address = '', bits, ...more] = text.split('/');
  const most = { 0: 0, 4: 32, 6: 128 }[isIP(address)] ?? 0;
  return most > 0 && more.length === 0 && (bits === undefined || (/^[1-9]\d{0,2}$/.test(bits) && Number(bits) <= most));
}

function hostsOf(name: Variable, given: string, allowed: string) {
  const hosts = given.split(',').map((item) => item.trim().toLowerCase());
  if (hosts.every((host) => /^[a-z0-9](?:[a-z0-9.-]*[a-z0-9])?$/.test(host))) return Object.freeze([...new Set(hosts)]);
  throw wrong(name, given, `${allowed}, with commas between`);
}

function imageHostsOf(given: string): '*' | readonly string[] {
  if (given === '*') return given;
  if (given === 'none') return Object.freeze([]);
  return hostsOf('IMAGE_HOSTS', given, '*, none or host names such as images.example.org');
}

function webAddress(given: string) {
  if (!/^https?:\/\/[^\s\\]+$/i.test(given) || !URL.canParse(given)) return undefined;
  const url = new URL(given);
  return url.username || url.password ? undefined : url;
}
