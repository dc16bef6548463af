import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { mayConnect } from '../http/public-address.ts';
import { KINDS, type KindName } from '../kinds/kinds.ts';

/** A receiver of changes, as the operator has set it up. */
export interface Webhook {
  /** 1 to 40 lowercase letters, digits and hyphens. The hook's data is stored under this name. */
  name: string;
  url: URL;
  /** The secrets that sign its deliveries: one or two. */
  secrets: readonly Buffer[];
  /** The kinds of record whose changes are sent. */
  kinds: readonly KindName[];
  /** The name of the user whose rights the receiver has. Without it, the receiver has a visitor's rights. */
  user?: string;
  /** Whether its address may be on this machine or in a private network. */
  isPrivate: boolean;
}

/** The most hooks of a calendar. Each needs a read per second, and connections of its own. */
const MOST_HOOKS = 20;

const MOST_SECRETS = 2;
/** The shortest and the longest secret, in bytes. */
const [SHORTEST_SECRET, LONGEST_SECRET] = [24, 64];

const KIND_NAMES = KINDS.map(({ name }) => name);

type Member = 'name' | 'url' | 'secrets' | 'kinds' | 'user' | 'allowPrivate';

/** A hook as written in the file. */
type Given = { [M in Member]?: unknown };

interface Rule {
  isValid(value: unknown, hook: Given): boolean;
  /** The end of the message, after "must be". */
  allowed: string;
  isOptional?: true;
}

const RULES: Readonly<Record<Member, Rule>> = {
  name: {
    isValid: (value) => typeof value === 'string' && /^[a-z0-9-]{1,40}$/.test(value),
    allowed: '1 to 40 small letters, digits and hyphens',
  },
  url: {
    isValid: (value, { allowPrivate }) => isAddress(value, allowPrivate === true),
    allowed:
      'an https address on the internet, without user and fragment; with "allowPrivate": true also http, and an address of a private network',
  },
  secrets: {
    isValid: (value) => isListOf(value, (each) => secretOf(each) !== undefined, MOST_SECRETS),
    allowed: `a list of one or two secrets: whsec_ and base64 of ${SHORTEST_SECRET} to ${LONGEST_SECRET} bytes`,
  },
  kinds: {
    isValid: (value) => isListOf(value, (each) => KIND_NAMES.some((name) => name === each), KIND_NAMES.length),
    allowed: `a list of kinds: ${KIND_NAMES.join(', ')}`,
    isOptional: true,
  },
  user: {
    isValid: (value) => typeof value === 'string' && value !== '',
    allowed: 'the name of a user',
    isOptional: true,
  },
  allowPrivate: { isValid: (value) => typeof value === 'boolean', allowed: 'true or false', isOptional: true },
};

const MEMBERS = Object.keys(RULES) as Member[];

/**
 * Reads the hooks from a file; there are none if the path is undefined. @throws Error with one line that says what is wrong,
 * without secrets
 */
export function readWebhooks(path: string | undefined): readonly Webhook[] {
  if (path === undefined) return [];
  const refuse = (wrong: string) => new Error(`WEBHOOKS is ${JSON.stringify(path)}; ${wrong}`);
  const text = secretText(path, refuse);
  let hooks: unknown;
  try {
    hooks = JSON.parse(text);
  } catch {
    // The parser's message would show some of the text.
    throw refuse('it is not JSON');
  }
  if (!Array.isArray(hooks) || hooks.length > MOST_HOOKS)
    throw refuse(`it must be a list of up to ${MOST_HOOKS} webhooks`);
  const names = new Set<unknown>();
  return hooks.map((given: unknown, at) => {
    const wrong = wrongWith(given) ?? (names.has((given as Given).name) ? 'has the name of another one' : undefined);
    if (wrong) throw refuse(`webhook ${at + 1} ${wrong}`);
    names.add((given as Given).name);
    return webhookOf(given as Given);
  });
}

/** Reads a file, and refuses one that others can read. */
function secretText(path: string, refuse: (wrong: string) => Error) {
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    if (fstatSync(file).mode & 0o077) throw refuse('others may read it: it holds secrets, so chmod 600 it');
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw code === undefined ? error : refuse(`it cannot be read (${code})`);
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function wrongWith(given: unknown) {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return 'must be an object';
  const unknown = Object.keys(given).find((member) => !Object.hasOwn(RULES, member));
  if (unknown !== undefined) return `has an unknown member, ${JSON.stringify(unknown)}`;
  const hook: Given = given;
  const wrong = MEMBERS.find((member) => {
    const { isValid, isOptional } = RULES[member];
    return !(hook[member] === undefined && isOptional) && !isValid(hook[member], hook);
  });
  return wrong && `has a wrong ${wrong}: it must be ${RULES[wrong].allowed}`;
}

function webhookOf({ name, url, secrets, kinds = KIND_NAMES, user, allowPrivate }: Given): Webhook {
  return {
    name: name as string,
    url: new URL(url as string),
    kinds: kinds as KindName[],
    secrets: (secrets as string[]).map((text) => secretOf(text)!),
    ...(user !== undefined && { user: user as string }),
    isPrivate: allowPrivate === true,
  };
}

/** Checks the address of a hook. If the host is a name, its IP address is checked when the server connects. */
function isAddress(value: unknown, isPrivate: boolean) {
  if (typeof value !== 'string' || !/^https?:\/\//i.test(value) || !URL.canParse(value)) return false;
  const { protocol, hostname, username, password, hash } = new URL(value);
  const host = hostname.replace(/^\[|\]$/g, '');
  return (
    (isPrivate || protocol === 'https:') &&
    !(username || password || hash) &&
    (isIP(host) === 0 || mayConnect({ isPrivate }, host))
  );
}

const isListOf = (value: unknown, isEach: (each: unknown) => boolean, most: number) =>
  Array.isArray(value) && value.length > 0 && value.length <= most && value.every(isEach);

/** The bytes of a secret in the form of Standard Webhooks; undefined for anything else. */
function secretOf(value: unknown): Buffer | undefined {
  const [, base64] = (typeof value === 'string' && /^whsec_(.+)$/.exec(value)) || [];
  if (base64 === undefined) return undefined;
  const bytes = Buffer.from(base64, 'base64');
  const isWhole = bytes.toString('base64') === base64;
  return isWhole && bytes.length >= SHORTEST_SECRET && bytes.length <= LONGEST_SECRET ? bytes : undefined;
}
