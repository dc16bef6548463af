/**
 * Shares the event loop of this process among accounts: users, and where visitors come from. What begins works to its next wait,
 * and nobody else is heard meanwhile: so only so much is begun at once, and the rest waits. Next is the account that has used
 * least since it began to wait beside others (start-time fair queueing): whoever asks for little does not wait behind all that
 * others ask for.
 */

/** Milliseconds of work that are begun at once. */
const SHARE = 5;

/** Turns of the event loop between two shares while work waits: Node takes one new connection in each. */
const TURNS = 4;

/** Milliseconds that a request waits at the most while other accounts wait as well: so what is answered is answered soon. */
const LONGEST_WAIT = 2_000;

/** What waits of one account. */
interface Account {
  /** Where it stands in the order, in milliseconds of work. */
  tag: number;
  /** New requests, and parts of work that was begun: by turns, so that neither waits for all of the other. */
  request: Waiting[];
  part: Waiting[];
  /** What began last. */
  last: 'request' | 'part';
}

interface Waiting {
  since: number;
  /** Lets it begin, or says that it is too late. */
  begin(inTime: boolean): void;
}

/** Those that wait, or have used more than others: the rest are forgotten. */
const accounts = new Map<string, Account>();

/** Work that nobody asked for. */
const HOUSE = 'house';

/** The tag of the account that began last. */
let reached = 0;
let requests = 0;
let parts = 0;
/** When this share began, while there is one. */
let began: number | undefined;
/** Whose work this is, if somebody works now, and since when. */
let current: string | undefined;
let since = 0;

/** Waits until there is time for a new request of an account. False: it has waited for too long, and is to be refused. */
export function turn(account: string): true | Promise<boolean> {
  if (began === undefined) open();
  if (current !== undefined || isWaiting() || isOver()) return wait('request', account);
  work(account);
  return true;
}

/** Called between two parts of work: waits, once it has worked for a whole share. Undefined where it may go on. */
export function rest(account = currentAccount()): Promise<unknown> | undefined {
  if (began === undefined) open();
  return isOver() ? wait('part', account) : undefined;
}

/** Whom this work is for, to be handed to `rest` after another wait. */
export const currentAccount = (): string => current ?? HOUSE;

/** How many requests wait for their turn. */
export const waiting = (): number => requests;

const isWaiting = (): boolean => requests + parts > 0;

function accountOf(key: string): Account {
  const account = accounts.get(key) ?? { tag: reached, request: [], part: [], last: 'part' };
  accounts.set(key, account);
  return account;
}

const waitsIn = ({ request, part }: Account): boolean => request.length + part.length > 0;

function wait(what: 'request' | 'part', key: string): Promise<boolean> {
  const account = accountOf(key);
  if (!waitsIn(account)) account.tag = Math.max(account.tag, reached);
  if (what === 'request') requests += 1;
  else parts += 1;
  return new Promise((begin) => {
    account[what].push({ since: performance.now(), begin });
  });
}

function open(): void {
  began = performance.now();
  setImmediate(close);
}

const isOver = (): boolean => performance.now() - began! >= SHARE;

function close(): void {
  for (const [key, account] of accounts) if (!waitsIn(account) && account.tag <= reached) accounts.delete(key);
  if (isWaiting()) {
    afterTurns(TURNS, share);
    return;
  }
  began = undefined;
  // Nobody waits beside anybody: what was used is forgotten.
  accounts.clear();
}

function afterTurns(turns: number, next: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, next) : next);
}

function share(): void {
  open();
  workOn();
}

/** Somebody works, until all promises that are settled now have been followed to their next wait: then a tick comes. */
function work(account: string): void {
  current = account;
  since = performance.now();
  queueMicrotask(() => process.nextTick(workOn));
}

/** Charges whoever has worked, and lets the next begin, if there is time. */
function workOn(): void {
  if (current !== undefined) accountOf(current).tag += performance.now() - since;
  current = undefined;
  if (!isWaiting() || began === undefined || isOver()) return;
  const [key, account] = next();
  reached = account.tag;
  const other = account.last === 'part' ? 'request' : 'part';
  if (account[other].length > 0) account.last = other;
  const { last } = account;
  const first = account[last].shift()!;
  if (last === 'request') requests -= 1;
  else parts -= 1;
  const inTime = last === 'part' || performance.now() - first.since < LONGEST_WAIT || !othersWait(account);
  work(key);
  first.begin(inTime);
}

/** The one among those that wait that has used least; of equals the one that came first. */
function next(): [string, Account] {
  let least: [string, Account] | undefined;
  for (const entry of accounts) if (waitsIn(entry[1]) && (!least || entry[1].tag < least[1].tag)) least = entry;
  return least!;
}

const othersWait = (account: Account): boolean => requests + parts > account.request.length + account.part.length;
