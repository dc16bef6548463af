import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { unknownVariables, VARIABLE_NAMES } from '../../src/process/variables.ts';

test.each([
  ['MONGO_URI', 'MONGODB_URI'],
  ['MONGO_URL', 'MONGODB_URI'],
  ['MONGODB_URL', 'MONGODB_URI'],
  ['MONGODBURI', 'MONGODB_URI'],
  ['SITEURL', 'SITE_URL'],
  ['SITE_URI', 'SITE_URL'],
  ['SITE_TIME_ZONE', 'SITE_TIMEZONE'],
  ['LOGLEVEL', 'LOG_LEVEL'],
  ['log_level', 'LOG_LEVEL'],
  ['CORS_ORIGIN', 'CORS_ORIGINS'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['RATE_LIMITS', 'RATE_LIMIT'],
  ['EMBED_HOST', 'EMBED_HOSTS'],
  ['NAMESPACE_ALIAS', 'NAMESPACE_ALIASES'],
  ['LOGIN_FAILURE', 'LOGIN_FAILURES'],
  ['MAX_INFLIGHT', 'MAX_IN_FLIGHT'],
  ['DATADIR', 'DATA_DIR'],
  ['METRIC', 'METRICS'],
  ['INTROSPECTIONS', 'INTROSPECTION'],
  ['PERSISTED_DOCUMENT', 'PERSISTED_DOCUMENTS'],
  ['PERSIST_ONLY', 'PERSISTED_ONLY'],
  ['port', 'PORT'],
])('%s is taken for %s, in one line without its value', (name, meant) => {
  expect(unknownVariables({ [name]: 'secret' })).toEqual([
    `The variable ${name} is unknown and ignored. Did you mean ${meant}?`,
  ]);
});

/** What shells, desktops, Node, npm, containers, CI and other programs set. */
const USUAL =
  `_ BASH CI COLORTERM CORS_ALLOWED_METHODS DATABASE_URL DB_HOST DB_PORT DEBUG DISPLAY EDITOR ENV FORCE_COLOR
  GITHUB_ACTIONS GIT_DIR HOME HOMEDRIVE HOSTNAME HOSTTYPE HOSTS HTTP_HOST HTTP_PORT HTTP_PROXY HTTPS_PROXY INIT_CWD INVOCATION_ID
  JOURNAL_STREAM KUBERNETES_PORT KUBERNETES_PORT_443_TCP_ADDR KUBERNETES_SERVICE_HOST LANG LANGUAGE LC_ALL LESS LISTEN_FDS LOGNAME
  LOG_DIR LOG_FILE LOG_FORMAT LOG_LEVEL_AUTH LOG_LEVEL_X LS_COLORS MAIL MAIN_PID MANAGERPID MONGODB_DB MONGODB_HOST MONGODB_PASSWORD
  MONGODB_SERVER MONGODB_URI_2 MONGODB_USER NODE NODE_DEBUG NODE_EXTRA_CA_CERTS NODE_HOST NODE_ID NODE_OPTIONS NODE_PATH NODE_PORT
  NODE_VERSION NO_COLOR NO_PROXY NVM_DIR NX_LOG_LEVEL OLDPWD OSTYPE PATH PG_DATA_DIR PGDATA PM2_HOME POD_NAME PORTS PORT_1 PORT_HTTP
  POST PPID PROMPT PS1 PWD REDIS_URL REST_PORT SESSION_MANAGER SHELL SHLVL SITE_ID SITE_NAME SITE_ROOT SORT SSH_AUTH_SOCK SSH_TTY
  SYSTEMD_EXEC_PID TEMP TERM TEST_ROOT TMP TMPDIR TRAVIS TZ USER USERNAME VISUAL VITEST WINDIR XDG_DATA_DIRS XDG_DATA_HOME
  npm_command npm_config_loglevel npm_config_noproxy npm_execpath npm_lifecycle_event npm_node_execpath npm_package_name`.split(
    /\s+/,
  );

test('variables that others set are no cause for a line', () => {
  expect(unknownVariables(Object.fromEntries(USUAL.map((name) => [name, 'something'])))).toEqual([]);
});

test('nothing that begins with npm_ or PORT_ is a cause for a line', () => {
  const names = fc.tuple(fc.constantFrom('npm_', 'PORT_'), fc.string({ minLength: 1 }));
  fc.assert(
    fc.property(names, ([beginning, rest]) => {
      expect(unknownVariables({ [beginning + rest]: 'x' })).toEqual([]);
    }),
  );
});

test('our own variables, what is empty, and what stands beside the right one are no cause for a line', () => {
  expect(unknownVariables(Object.fromEntries(VARIABLE_NAMES.map((name) => [name, 'x'])))).toEqual([]);
  expect(unknownVariables({ MONGO_URI: '', SITEURL: undefined })).toEqual([]);
  expect(unknownVariables({ MONGO_URI: 'x', MONGODB_URI: 'y' })).toEqual([]);
});

test('the variables of the README are variables', () => {
  const text = readFileSync(new URL('../../README.md', import.meta.url), 'utf8');
  const [, table = ''] = /^\| variable \|.*\n((?:\|.*\n)+)/m.exec(text) ?? [];
  const rows = [...table.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name);
  expect(rows.length).toBeGreaterThan(5);
  expect(rows.filter((name) => !VARIABLE_NAMES.some((variable) => variable === name))).toEqual([]);
});
