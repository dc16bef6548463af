process.env.TZ = 'UTC';

import type { Log, Store } from '../data/port.ts';
import { generateSecret, hashChosen, hashGenerated, type StoredSecret } from '../data/users/secrets.ts';
import { storeUsers } from '../data/users/store-users.ts';
import { assertName, nameTaken, type User, type Users, unknownUser } from '../data/users/users.ts';
import { ROLES, type Role } from '../domain/access.ts';
import { lasting, openPrepared, sayingRoom } from '../kinds/database.ts';
import { askPassword } from '../process/ask-password.ts';
import { type Given, type Program, readSettings, runProgram, type Values } from '../process/command-line.ts';
import type { Config } from '../process/config.ts';
import { withProgress } from '../process/progress.ts';
import { assignRecords } from '../tools/assign-records.ts';

const SHORTEST_PASSWORD = 8;

const quiet: Log = { info() {}, warn() {}, error() {} };

/** Works on the users and returns what to print. */
type Task = (users: Users, store: Store) => Promise<string>;

interface Asked {
  task: Task;
  /** Whether there has to be a calendar. Else it is made. */
  isThere: boolean;
}

const OPTIONS = {
  role: { takes: 'ROLE', says: `one of ${ROLES.join(', ')}` },
  generate: { says: 'makes an application password and shows it once' },
  password: { takes: 'TEXT', says: 'the password; but npm prints it, and the shell remembers it' },
} as const;

const PROGRAM: Program<typeof OPTIONS, Asked> = {
  call: 'npm run user',
  purpose: `Works on the users of a calendar, while its server runs or before.
add and password ask for a password, twice; where standard input is no terminal, it is the first line of that.
display sets what everybody sees as the author of records (GraphQL: displayName); an empty TEXT removes it.
assign gives the records of OLD to NEW. OLD may also be the id of a user who was removed.
list also shows the accounts of an identity provider: what they are shown as, whose they are, and why they may not sign in.
remove blocks such an account; removed once more, it is forgotten, and may come again.`,
  uses: [
    'add NAME --role ROLE [--generate]',
    'list',
    'role NAME ROLE',
    'rename NAME NEW',
    'display NAME TEXT',
    'password NAME [--generate]',
    'assign OLD NEW',
    'remove NAME',
  ],
  options: OPTIONS,
  words: true,
  variables: ['MONGODB_URI', 'DATA_DIR'],
  read(given) {
    const task = readTask(given);
    return typeof task === 'string' ? task : { task, isThere: given.words[0] !== 'add' };
  },
  run: (asked) => withUsers(readSettings(process.env), asked),
};

/** The requested task, or what is wrong with the arguments. */
function readTask({ values, words }: Given<typeof OPTIONS>) {
  const [verb, ...names] = words;
  if (verb === undefined) return 'Say what to do: add, list, role, rename, display, password, assign or remove.';
  if (!['add', 'password'].includes(verb) && Object.keys(values).length > 0)
    return 'Only add and password take options.';
  switch (verb) {
    case 'add':
      return readAdd(names, values);
    case 'list':
      return names.length === 0 ? list : 'list takes nothing more.';
    case 'role':
      return readRole(names);
    case 'assign':
      return names.length === 2 ? assign(names[0]!, names[1]!) : 'assign takes OLD and NEW.';
    case 'rename':
      return names.length === 2 ? rename(names[0]!, names[1]!) : 'rename takes NAME and NEW.';
    case 'display':
      return names.length === 2 ? display(names[0]!, names[1]!) : 'display takes NAME and TEXT.';
    case 'password':
      return readPassword(names, values);
    case 'remove':
      return names.length === 1 ? remove(names[0]!) : 'remove takes one NAME.';
    default:
      return `There is no command ${JSON.stringify(verb)}.`;
  }
}

function readAdd([name, ...more]: string[], { role, ...given }: Values<typeof OPTIONS>): Task | string {
  if (name === undefined || more.length > 0) return 'add takes one NAME.';
  if (role === undefined) return 'add needs --role.';
  if (!isRole(role)) return noRole(role);
  const secret = readSecret(given);
  return typeof secret === 'string' ? secret : add(name, role, secret);
}

function readPassword([name, ...more]: string[], { role, ...given }: Values<typeof OPTIONS>): Task | string {
  if (name === undefined || more.length > 0) return 'password takes one NAME.';
  if (role !== undefined) return 'password takes no --role.';
  const secret = readSecret(given);
  return typeof secret === 'string' ? secret : changePassword(name, secret);
}

/** Makes or asks for a new secret, and returns what to print of it. */
type NewSecret = () => Promise<{ secret: StoredSecret; shown: string }>;

function readSecret({ password, generate }: Omit<Values<typeof OPTIONS>, 'role'>): NewSecret | string {
  if (generate && password !== undefined) return '--generate and --password are two passwords.';
  return generate
    ? generatedSecret
    : async () => chosenSecret(password ?? (await askPassword(process.stdin, process.stderr)));
}

const generatedSecret: NewSecret = async () => {
  const made = generateSecret();
  return { secret: hashGenerated(made), shown: `\nApplication password, shown only now: ${made}` };
};

async function chosenSecret(password: string): ReturnType<NewSecret> {
  if (password.length < SHORTEST_PASSWORD)
    throw new Error(`A password must have at least ${SHORTEST_PASSWORD} characters`);
  return { secret: await hashChosen(password), shown: '' };
}

function readRole([name, role, ...more]: string[]): Task | string {
  if (name === undefined || role === undefined || more.length > 0) return 'role takes NAME and ROLE.';
  return isRole(role) ? changeRole(name, role) : noRole(role);
}

const isRole = (text: string): text is Role => ROLES.includes(text as Role);

const noRole = (text: string) => `There is no role ${JSON.stringify(text)}.`;

function add(name: string, role: Role, giveSecret: NewSecret): Task {
  return async (users) => {
    // Check first, so that nobody types a password in vain.
    assertName(name);
    if (await users.byName(name)) throw nameTaken(name);
    const { secret, shown } = await giveSecret();
    return added(await users.add({ name, role, secret })) + shown;
  };
}

const added = ({ id, name, role }: User) => `Added ${name} (${role}, id ${id}).`;

const list: Task = async (users) => {
  const all = await users.list();
  return all.length === 0 ? 'There is no user.' : all.map(lineOf).join('\n');
};

/** Of the account of an identity provider, also what it is shown as, whose account it is, and why it may not sign in. */
const lineOf = ({ id, name, role, displayName, origin }: User) =>
  [id, name, role, ...(origin ? [displayName ?? '-', origin.issuer, ...(origin.shut ? [origin.shut] : [])] : [])].join(
    '\t',
  );

/** @throws Error if an identity provider says this of a user, and would say it again */
async function assertOurs(users: Users, name: string, what: string) {
  const issuer = (await users.byName(name))?.origin?.issuer;
  if (issuer) throw new Error(`The ${what} of ${name} comes from ${issuer}: change it there`);
}

function changeRole(name: string, role: Role): Task {
  return async (users) => {
    await assertOurs(users, name, 'role');
    const user = await users.setRole(name, role);
    return `${user.name} is now ${role}.`;
  };
}

/** A name comes before an id, as a name may be a number. */
function assign(old: string, name: string): Task {
  return async (users, store) => {
    const from = (await users.byName(old))?.id ?? (/^\d{1,9}$/.test(old) ? Number(old) : undefined);
    const to = await users.byName(name);
    if (from === undefined) throw unknownUser(old);
    if (!to) throw unknownUser(name);
    if (from === to.id) throw new Error('OLD and NEW are the same user');
    const given = await withProgress(({ report }) =>
      assignRecords(store, { from, to: to.id, report, clock: Date.now }),
    );
    return `Records given from ${old} to ${to.name}: ${given.toLocaleString('en')}.`;
  };
}

function rename(name: string, to: string): Task {
  return async (users) => {
    const { id } = await users.rename(name, to);
    return `${name} is now ${to} (id ${id}).`;
  };
}

function display(name: string, text: string): Task {
  return async (users) => {
    await assertOurs(users, name, 'shown name');
    const { name: changed, displayName } = await users.setDisplayName(name, text);
    return displayName === undefined ? `${changed} has no name to show now.` : `${changed} is shown as ${displayName}.`;
  };
}

function changePassword(name: string, giveSecret: NewSecret): Task {
  return async (users) => {
    if (!(await users.byName(name))) throw unknownUser(name);
    const { secret, shown } = await giveSecret();
    const user = await users.setSecret(name, secret);
    return `${user.name} has a new password; the old one is no longer valid.${shown}`;
  };
}

function remove(name: string): Task {
  return async (users) => {
    const before = await users.byName(name);
    await users.remove(name);
    if (before?.origin)
      return `Removed ${name}. The account stays blocked, whatever ${before.origin.issuer} says of it; remove it again to forget it.`;
    const last = (await users.any())
      ? ''
      : ' There is no user now: outside production, a server on loopback is open again after its next start.';
    return `Removed ${name}. Records keep the id of their author; assign gives them to another.${last}`;
  };
}

/**
 * Runs the task on the store. Works even in a folder with an old users file, because its users must be added again. Migrates
 * nothing.
 */
async function withUsers(config: Config, { task, isThere }: Asked) {
  const place = { ...lasting(config), beside: true, isThere };
  const store = await openPrepared(place, quiet);
  try {
    return await sayingRoom(place, store, () => task(storeUsers(store), store));
  } finally {
    await store.close();
  }
}

await runProgram(PROGRAM);
