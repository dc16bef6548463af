/**
 * Shares the event loop of this process among accounts: the networks or sites that requests come from. Work runs until its next
 * wait, and nothing else is heard meanwhile. So only a share of work begins at once, and the rest waits. Next comes the account
 * that has used least since it began to wait beside others (start-time fair queueing). A caller who asks for little then does not
 * wait behind everything that others ask for.
 */

import type { Running } from './request.ts';

/** Milliseconds of work that begin at once: one share. */
const SHARE = 5;

/** Turns of the event loop between two shares while work waits. Node accepts one new connection in each turn. */
const TURNS = 4;

/**
 * While both sides of an account wait, they take turns of so many milliseconds (deficit round robin), so that reads do not wait for
 * all writes. Reads in a row take less time than reads between writes, because the processor's caches hold what they need.
 */
const QUANTUM: Record<Side, number> = { brief: 12, long: 4 };

/**
 * The most milliseconds that one span of work counts for in the order of turns. A longer span was usually held up by the machine
 * or by a garbage collection, and all other work of its account would wait for that.
 */
const LONGEST_SPAN = 20;

/**
 * Work that has taken fewer milliseconds than this is short. Once begun, it goes before new requests of its account, so that it
 * is soon done.
 */
const SHORT_WORK = 50;

/**
 * The most milliseconds that a request waits while other accounts wait as well. After that it is refused, so that every answer
 * comes soon.
 */
const LONGEST_WAIT = 2_000;

/** Milliseconds of waiting that nobody minds, and milliseconds for which a longer wait is remembered. */
const [SHORT_WAIT, REMEMBERED] = [50, 1_000];

/** The work for one request. Its time counts for its account in the order of turns, and whoever pays is charged for it. */
export interface Work {
  readonly account: string;
  /** The request. When it is given up, work in parts ends between two of them. */
  readonly running: Running;
  /** Milliseconds that it has used so far. */
  taken: number;
  /** Whether it writes. */
  writes?: boolean;
  /** Milliseconds that nobody has paid for yet. */
  spent: number;
  /** Charges the payer for milliseconds of this work. Set once the payer is known. */
  pay?: (milliseconds: number) => void;
}

/** The waiting work of one account. */
interface Account {
  /** Its place in the order, in milliseconds of work. */
  tag: number;
  /** Parts of short work that has begun. They go before new requests. Both together are the brief side of the account. */
  short: Waiting[];
  request: Waiting[];
  /** Parts of long work, and of writes: the long side. */
  long: Waiting[];
  /** The side whose turn it is while both wait. */
  side: Side;
  /** Milliseconds that each side may still use in its turn; less than 0 if it has used more. */
  left: Record<Side, number>;
}

type Side = 'brief' | 'long';

type Queue = 'short' | 'request' | 'long';

interface Waiting {
  work: Work;
  since: number;
  /** Lets the work begin, or tells it that it is too late. */
  begin(inTime: boolean): void;
}

/** Accounts that wait or have used more than others. The rest are forgotten. */
const accounts = new Map<string, Account>();

/** Work that nobody asked for. */
const HOUSE: Work = { account: 'house', running: {}, taken: 0, spent: 0 };

/** The tag of the account that began last. */
let reached = 0;
let requests = 0;
let parts = 0;
/** When the current share began; undefined without one. */
let began: number | undefined;
/** The work that runs now, if any, and since when. */
let current: Work | undefined;
let since = 0;
/** Whether the tick that ends it is on its way. */
let ending = false;
/** How many more ticks belong to it. */
let ticks = 0;
/** The account that waited long most recently, and the most recent one among all others. */
let late = { account: HOUSE.account, at: -REMEMBERED };
let lateOther = late;

/** Accounts that may wait without anybody being refused for it, and until when. */
const ignored = new Map<string, number>();

/** Creates work that is charged to an account. */
export const openWork = (account: string, running: Running = {}): Work => ({ account, running, taken: 0, spent: 0 });

/** Marks the current work as writing. From here on it gets a quarter of the time while reads of its account wait. */
export function markWriting(): void {
  const work = currentWork();
  if (work !== HOUSE) work.writes = true;
}

/** Waits until there is time for a new request. False means that it has waited too long and must be refused. */
export function turn(work: Work): true | Promise<boolean> {
  if (began === undefined) open();
  if (current !== undefined || isWaiting() || isOver()) return wait('request', work);
  begin(work);
  return true;
}

/** Called between two parts of work. Waits when the share is used up; undefined when the work may go on. */
export function rest(work = currentWork()): Promise<unknown> | undefined {
  if (began === undefined) open();
  if (isOver()) return wait(queueOf(work), work);
  resume(work);
  return undefined;
}

/** The work that runs now. Hand it to `rest` or `resume` after a wait for something else. */
export const currentWork = (): Work => current ?? HOUSE;

/**
 * Says whose work goes on after a wait for something else. This holds until all promises that are settled now have run to their
 * next wait: then a tick comes.
 */
export function resume(work: Work): void {
  if (work === current || work === HOUSE) return;
  if (began === undefined) open();
  chargeCurrent();
  begin(work);
}

/**
 * Waits for a result that others may wait for as well. Each goes on in its own turn; otherwise all would go on at once as one
 * piece of work.
 */
export async function shared<T>(result: Promise<T>): Promise<T> {
  const work = currentWork();
  try {
    return await result;
  } finally {
    await goOn(work);
  }
}

/** Goes on with work after a wait for something else: at once when nothing else runs, otherwise in its turn. */
export function goOn(work: Work): Promise<unknown> | undefined {
  if (current !== undefined && current !== work) return wait(queueOf(work), work);
  resume(work);
  return undefined;
}

/** Runs more of the current work once it has asked for everything it can ask for now. No other work begins before that. */
export function inNextTick(more: () => void): void {
  const work = currentWork();
  ticks += 1;
  void Promise.resolve().then(() =>
    process.nextTick(() => {
      ticks -= 1;
      resume(work);
      more();
    }),
  );
}

/** Charges milliseconds to work. */
export function charge(work: Work, milliseconds: number): void {
  work.spent += milliseconds;
  if (!work.pay || work.spent === 0) return;
  work.pay(work.spent);
  work.spent = 0;
}

/** For this many milliseconds, nobody is refused because this account waits: it has used more than it may. */
export const ignoreWaits = (account: string, milliseconds: number): void => {
  ignored.set(account, performance.now() + milliseconds);
};

/** Whether another account waits for longer than nobody minds, or did so a moment ago. */
export function othersWaitLong(account: string): boolean {
  const now = performance.now();
  const isRecent = (at: number): boolean => at <= now && at > now - REMEMBERED;
  if ([late, lateOther].some((one) => one.account !== account && isRecent(one.at))) return true;
  if (!isWaiting()) return false;
  const isLong = ([first]: Waiting[]): boolean => first !== undefined && now - first.since > SHORT_WAIT;
  return othersThan(account, matters).some(({ short, request, long }) => [short, request, long].some(isLong));
}

/** Milliseconds that data read now may have waited behind work in this turn of the event loop. */
export const currentDelay = (): number => (began === undefined ? 0 : performance.now() - began);

/**
 * Whether an account may have no more waiting requests: `most` wait in total, and the account has its share of them. Other
 * accounts still get their share, until twice as many wait.
 */
export function isFull(account: string, most: number): boolean {
  if (requests < most) return false;
  const parts = [...accounts.values()].filter(({ request }) => request.length > 0).length;
  return requests >= 2 * most || (accounts.get(account)?.request.length ?? 0) >= most / parts;
}

/** How many requests wait for their turn. */
export const waiting = (): number => requests;

const isWaiting = (): boolean => requests + parts > 0;

function accountOf(key: string): Account {
  const account = accounts.get(key) ?? {
    tag: reached,
    short: [],
    request: [],
    long: [],
    side: 'brief',
    left: { brief: 0, long: 0 },
  };
  accounts.set(key, account);
  return account;
}

const waitsIn = ({ short, request, long }: Account): boolean => short.length + request.length + long.length > 0;

const queueOf = ({ taken, writes }: Work): Queue => (taken < SHORT_WORK && !writes ? 'short' : 'long');

const sideOf = (queue: Queue): Side => (queue === 'long' ? 'long' : 'brief');

function wait(queue: Queue, work: Work): Promise<boolean> {
  const account = accountOf(work.account);
  if (!waitsIn(account)) account.tag = Math.max(account.tag, reached);
  if (queue === 'request') requests += 1;
  else parts += 1;
  return new Promise((begin) => {
    account[queue].push({ work, since: performance.now(), begin });
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
  // Nobody waits, so usage is forgotten.
  accounts.clear();
  for (const account of ignored.keys()) matters(account);
}

function afterTurns(turns: number, next: () => void): void {
  setImmediate(turns > 1 ? () => afterTurns(turns - 1, next) : next);
}

function share(): void {
  open();
  workOn();
}

function begin(work: Work): void {
  current = work;
  since = performance.now();
  if (!ending) endInTick();
}

function endInTick(): void {
  ending = true;
  queueMicrotask(() => process.nextTick(workOn));
}

function chargeCurrent(): void {
  if (!current) return;
  const milliseconds = performance.now() - since;
  const account = accountOf(current.account);
  const counted = Math.min(milliseconds, LONGEST_SPAN);
  account.tag += counted;
  current.taken += milliseconds;
  account.left[sideOf(queueOf(current))] -= counted;
  charge(current, milliseconds);
}

/** Charges the work that has run, and lets the next begin if there is time. */
function workOn(): void {
  if (ticks > 0) {
    endInTick();
    return;
  }
  ending = false;
  chargeCurrent();
  current = undefined;
  if (!isWaiting() || began === undefined || isOver()) return;
  const account = next();
  reached = account.tag;
  const queue = nextQueue(account);
  const first = account[queue].shift()!;
  if (queue === 'request') requests -= 1;
  else parts -= 1;
  const waited = performance.now() - first.since;
  if (waited > SHORT_WAIT) remember(first.work);
  begin(first.work);
  first.begin(queue !== 'request' || waited < LONGEST_WAIT || !othersThan(first.work.account).some(waitsIn));
}

/** The queue that is next in a waiting account. */
function nextQueue(account: Account): Queue {
  const { short, request, long, left } = account;
  const isBrief = short.length + request.length > 0;
  if (isBrief && long.length > 0) {
    while (left[account.side] <= 0) {
      account.side = account.side === 'brief' ? 'long' : 'brief';
      left[account.side] += QUANTUM[account.side];
    }
  } else {
    account.side = isBrief ? 'brief' : 'long';
    account.left = { brief: 0, long: 0, [account.side]: QUANTUM[account.side] };
  }
  if (account.side === 'long') return 'long';
  return short.length > 0 ? 'short' : 'request';
}

function remember({ account }: Work): void {
  if (account === HOUSE.account || !matters(account)) return;
  if (account !== late.account) lateOther = late;
  late = { account, at: performance.now() };
}

/** The waiting account that has used least; of equals, the one that came first. */
function next(): Account {
  let least: Account | undefined;
  for (const account of accounts.values()) if (waitsIn(account) && (!least || account.tag < least.tag)) least = account;
  return least!;
}

/** All other accounts, or the chosen ones among them. The house does not count: nobody asked for its work. */
const othersThan = (account: string, isChosen = (_: string) => true): Account[] =>
  [...accounts].flatMap(([key, other]) => (key === account || key === HOUSE.account || !isChosen(key) ? [] : [other]));

/** Whether others may be refused because this account waits. */
function matters(account: string): boolean {
  const until = ignored.get(account);
  if (until === undefined) return true;
  if (performance.now() < until) return false;
  ignored.delete(account);
  return true;
}
