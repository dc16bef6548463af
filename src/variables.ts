import leven from 'leven';

/** The variables that this project reads, each with what it says in a line. The README has them in full. */
export const VARIABLES = {
  HOST: 'where to listen: a host name or IP address; 127.0.0.1 without it',
  PORT: '4000 without it; 0 takes any free one',
  SITE_URL: 'what links start with; http://HOST:PORT without it',
  PUBLIC_URL: 'what links to pages of records start with, where another site shows them; SITE_URL without it',
  SITE_TIMEZONE: 'the zone of dates that name none; UTC without it',
  DEFAULT_LANGUAGE: 'en, ko or es; en without it',
  REST_ROOT: 'the path that REST lies below; /wp-json without it',
  NAMESPACE_ALIASES: 'further names for calendar/events/v1, with commas between',
  MONGODB_URI: 'the database; without it, the embedded store in DATA_DIR',
  DATA_DIR: 'folder of the embedded store and of its users; ./data without it',
  NODE_ENV: 'production does not start without users; development without it',
  WORKERS: 'processes that serve, on either store: one for each core of the machine; 1 without it',
  MEMORY: 'megabytes that all its processes may take together; what the container has without it',
  LOG_LEVEL: 'trace, debug, info, warn, error, fatal or silent; info without it',
  LOG_ADDRESSES: 'false keeps the addresses of clients out of the log; true without it',
  METRICS: 'true shows at /metrics what is counted; false without it',
  CORS_ORIGINS: 'the origins whose pages may read answers, with commas between; * without it',
  LOGIN_FAILURES: 'failed log-ins a minute for an address and a name; 10 without it',
  RATE_LIMIT: 'requests a minute for a user or an address; 0, as many as come, without it',
  WORK_LIMIT: 'milliseconds of work a minute for a user or an address, while others wait; 10000 without it',
  MAX_IN_FLIGHT: 'requests that are answered at the same time; 200 without it',
  TRUST_PROXY: 'the proxies whose X-Forwarded-For is believed, with commas between',
  INTROSPECTION: 'false tells nobody the schema of GraphQL; true without it',
  PERSISTED_DOCUMENTS: 'the list of npm run persist; ./persisted-documents.json without it, which may be missing',
  PERSISTED_ONLY: 'true runs documents of that list only; false without it',
  EMBED_HOSTS: 'the hosts whose pages texts may show in a frame, with commas between',
  IMAGE_HOSTS: 'the hosts whose pictures pages show, with commas between, or none; * (any by https) without it',
} as const;

/** The name of one of them. */
export type Variable = keyof typeof VARIABLES;

/** All of them, in the order of the README. */
export const VARIABLE_NAMES = Object.keys(VARIABLES) as Variable[];

/**
 * A line for each variable that is set and read by nobody, but has nearly the name of one of ours that is not set. Its
 * value is not shown.
 */
export const unknownVariables = (env: Readonly<Record<string, string | undefined>>): string[] =>
  Object.keys(env)
    .filter((name) => env[name] && !(name in VARIABLES) && /^[\w.-]+$/.test(name))
    .flatMap((name) => {
      const meant = VARIABLE_NAMES.find((variable) => !env[variable] && isNearly(name, variable));
      return meant ? [`The variable ${name} is not known and is ignored: is ${meant} meant?`] : [];
    });

/** Case and separators aside, a letter or two may differ; none in a short name, where PATH is near to PORT. */
function isNearly(name: string, variable: Variable): boolean {
  const [given, meant] = [letters(name), letters(variable)];
  const most = [4, 8].filter((length) => meant.length > length).length;
  return given[0] === meant[0] && !isPartOf(name, variable) && leven(given, meant) <= most;
}

/** LOG_LEVEL_X belongs to another program. */
const isPartOf = (name: string, variable: Variable): boolean => `_${name}_`.includes(`_${variable}_`);

/** URI and URL are one word. */
const letters = (name: string): string =>
  name
    .toUpperCase()
    .replace(/[^A-Z\d]/g, '')
    .replace(/URI$/, 'URL');
