/**
 * Shares the event loop of this process among accounts: the networks or sites that requests come from. What begins works to its next
 * wait, and nobody else is heard meanwhile: so only so much is begun at once, and the rest waits. Next is the account that has used
 * least since it began to wait beside others (start-time fair queueing): whoever asks for little does not wait behind all that
 * others ask for.
 */

import type { Running } from './request.ts';

/** Milliseconds of work that are begun at once. */
const SHARE = 5;

/** Turns of the event loop between two shares while work waits: Node takes one new connection in each. */
const TURNS = 4;

/**
 * Milliseconds that one span of work counts for in the order of turns at the most: one that took longer was most often held up
 * by the machine, or by a collection of garbage, and all others of its account would wait for that.
 */
const LONGEST_SPAN = 20;

/** Milliseconds within which work is short: where it has begun it goes before new requests of its account, and so is soon done. */
const SHORT_WORK = 50;

/** Milliseconds that a request waits at the most while other accounts wait as well: so what is answered is answered soon. */
const LONGEST_WAIT = 2_000;

/** Milliseconds that nobody minds waiting, and how long it is remembered that somebody waited for longer. */
const [SHORT_WAIT, REMEMBERED] = [50, 1_000];

/** What is done for one request. Its time is charged to an account, in the order of turns, and to whoever pays for it. */
export interface Work {
  readonly account: string;
  /** The request: work that has parts ends between two of them when it is given up. */
  readonly running: Running;
  /** Milliseconds that it has had. */
  taken: number;
  /** Milliseconds of them that nobody has paid for yet. */
  spent: number;
  /** Takes milliseconds of this work, once it is known who pays. */
  pay?: (milliseconds: number) => void;
}

/** What waits of one account. */
interface Account {
  /** Where it stands in the order, in milliseconds of work. */
  tag: number;
  /** Parts of short work that was begun: they go first. */
  short: Waiting[];
  /** New requests, and parts of long work: by turns, so that neither waits for all of the other. */
  request: Waiting[];
  long: Waiting[];
  /** Which of these two began last. */
  last: 'request' | 'long';
}

type Queue = 'short' | 'request' | 'long';

interface Waiting {
  work: Work;
  since: number;
  /** Lets it begin, or says that it is too late. */
  begin(inTime: boolean): void;
}

/** Those that wait, or have used more than others: the rest are forgotten. */
const accounts = new Map<string, Account>();

/** Work that nobody asked for. */
const HOUSE: Work = { account: 'house', running: {}, taken: 0, spent: 0 };

/** The tag of the account that began last. */
let reached = 0;
let requests = 0;
let parts = 0;
/** When this share began, while there is one. */
let began: number | undefined;
/** The work that is done, if some is, and since when. */
let current: Work | undefined;
let since = 0;
/** Whether a tick is coming in which it ends. */
let ending = false;
/** How many more ticks belong to it. */
let ticks = 0;
/** Who waited for long last, and who last among all others. */
let late = { account: HOUSE.account, at: -REMEMBERED };
let lateOther = late;

/** Accounts because of whose waiting nobody is refused, and until when. */
const ignored = new Map<string, number>();

/** Work that is charged to an account. */
export const openWork = (account: string, running: Running = {}): Work => ({ account, running, taken: 0, spent: 0 });

/** Waits until there is time for a new request. False: it has waited for too long, and is to be refused. */
export function turn(work: Work): true | Promise<boolean> {
  if (began === undefined) open();
  if (current !== undefined || isWaiting() || isOver()) return wait('request', work);
  begin(work);
  return true;
}

/** Called between two parts of work: waits, once it has worked for a whole share. Undefined where it may go on. */
export function rest(work = currentWork()): Promise<unknown> | undefined {
  if (began === undefined) open();
  if (isOver()) return wait(queueOf(work), work);
  resume(work);
  return undefined;
}

/** The work that is done now, to be handed to `rest` or `resume` after another wait. */
export const currentWork = (): Work => current ?? HOUSE;

/**
 * Says whose work goes on, after a wait for something else. It lasts until all promises that are settled now have been
 * followed to their next wait: then a tick comes.
 */
export function resume(work: Work): void {
  if (work === current || work === HOUSE) return;
  if (began === undefined) open();
  chargeCurrent();
  begin(work);
}

/** Waits for a result that others may wait for as well. All would go on at once then, as one work: so each goes on in its turn. */
export async function shared<T>(result: Promise<T>): Promise<T> {
  const work = currentWork();
  try {
    return await result;
  } finally {
    await goOn(work);
  }
}

/** Goes on with work after a wait for something else: at once where nobody works at this moment, else in its turn. */
export function goOn(work: Work): Promise<unknown> | undefined {
  if (current !== undefined && current !== work) return wait(queueOf(work), work);
  resume(work);
  return undefined;
}

/** Does more of the work that is done now when everything has been asked for that follows from what is known: nobody else begins before. */
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

/** Charges work with milliseconds. */
export function charge(work: Work, milliseconds: number): void {
  work.spent += milliseconds;
  if (!work.pay || work.spent === 0) return;
  work.pay(work.spent);
  work.spent = 0;
}

/** Refuses nobody because this account waits, for so many milliseconds: it has used more than it may. */
export const ignoreWaits = (account: string, milliseconds: number): void => {
  ignored.set(account, performance.now() + milliseconds);
};

/** Whether another account waits for longer than nobody minds, or did a moment ago. */
export function othersWaitLong(account: string): boolean {
  const now = performance.now();
  const isRecent = (at: number): boolean => at <= now && at > now - REMEMBERED;
  if ([late, lateOther].some((one) => one.account !== account && isRecent(one.at))) return true;
  if (!isWaiting()) return false;
  const isLong = ([first]: Waiting[]): boolean => first !== undefined && now - first.since > SHORT_WAIT;
  return othersThan(account, matters).some(({ short, request, long }) => [short, request, long].some(isLong));
}

/** Milliseconds for which what is read now may have waited to be read, behind work in this turn of the event loop. */
export const unheard = (): number => (began === undefined ? 0 : performance.now() - began);

/**
 * Whether an account may have no more requests that wait: `most` wait in all, and it has its share of them. Other accounts still
 * get theirs, until twice as many wait.
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
  const account = accounts.get(key) ?? { tag: reached, short: [], request: [], long: [], last: 'long' };
  accounts.set(key, account);
  return account;
}

const waitsIn = ({ short, request, long }: Account): boolean => short.length + request.length + long.length > 0;

const queueOf = ({ taken }: Work): Queue => (taken < SHORT_WORK ? 'short' : 'long');

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
  // Nobody waits beside anybody: what was used is forgotten.
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
  accountOf(current.account).tag += Math.min(milliseconds, LONGEST_SPAN);
  current.taken += milliseconds;
  charge(current, milliseconds);
}

/** Charges whoever has worked, and lets the next begin, if there is time. */
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

/** What is next of an account that waits. */
function nextQueue(account: Account): Queue {
  if (account.short.length > 0) return 'short';
  const other = account.last === 'long' ? 'request' : 'long';
  if (account[other].length > 0) account.last = other;
  return account.last;
}

function remember({ account }: Work): void {
  if (account === HOUSE.account || !matters(account)) return;
  if (account !== late.account) lateOther = late;
  late = { account, at: performance.now() };
}

/** The one among those that wait that has used least; of equals the one that came first. */
function next(): Account {
  let least: Account | undefined;
  for (const account of accounts.values()) if (waitsIn(account) && (!least || account.tag < least.tag)) least = account;
  return least!;
}

/** All other accounts, or those of them that are chosen: work that nobody asked for is nobody's. */
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
