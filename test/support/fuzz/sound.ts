import { parseParams } from '../../../src/api/rest/params.ts';
import { effectiveMethod } from '../../../src/api/rest/steps/request.ts';
import type { Log } from '../../../src/process/log.ts';
import type { Answered } from '../app.ts';
import type { Sent } from './rest-requests.ts';

/** Collects the errors that the app considers its own faults. */
interface Faults {
  log: Log;
  /** What it has collected since the last call. */
  taken(): string[];
  /** Stops listening for unhandled rejections. */
  stop(): void;
}

/** Listens to the log of an app, and to the process. */
export function listenForFaults(): Faults {
  let found: string[] = [];
  const silent = (): void => {};
  const add = (what: unknown): void => void found.push(what instanceof Error ? `${what.stack}` : String(what));
  const error = (fields: { err?: unknown }): void => add(fields.err ?? fields);
  process.on('unhandledRejection', add);
  return {
    log: { trace: silent, debug: silent, info: silent, warn: silent, error, fatal: error } as unknown as Log,
    taken() {
      const taken = found;
      found = [];
      return taken;
    },
    stop: () => void process.off('unhandledRejection', add),
  };
}

const JSON_TYPE = 'application/json; charset=UTF-8';
const LINES_TYPE = 'application/x-ndjson; charset=utf-8';
const SCRIPT_TYPE = 'application/javascript; charset=UTF-8';
const SCRIPT = /^\/\*\*\/[\w$.]+\((.*)\)$/s;

const parses = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Whether a request asks for no body: HEAD, or a POST that stands for it. */
function meansHead({ method, path, headers }: Sent): boolean {
  const query = parseParams(new URL(path, 'http://localhost').search);
  const lower = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
  return effectiveMethod({ method, headers: lower, query }) === 'HEAD';
}

/** What is wrong with an answer of REST to this request, by rules that hold for any answer. */
export function wrongInRest(sent: Sent, { status, headers, text, body }: Answered): string[] {
  const type = headers.get('content-type');
  const json = type === SCRIPT_TYPE ? (SCRIPT.exec(text)?.[1] ?? '') : text;
  const bodies = type === LINES_TYPE ? text.trimEnd().split('\n') : [json];
  const inside = headers.get('content-type') === JSON_TYPE && typeof body?.status === 'number' ? body.status : 200;
  const isHead = meansHead(sent);
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(inside >= 500 ? [`the status in the envelope is ${inside}`] : []),
    ...(type === JSON_TYPE || type === SCRIPT_TYPE || (type === LINES_TYPE && status === 200)
      ? []
      : [`the type is ${type}`]),
    ...(headers.get('x-content-type-options') === 'nosniff' ? [] : ['its type may be guessed']),
    ...(!isHead && !bodies.every(parses) ? ['the body is no JSON'] : []),
    ...(isHead && text !== '' ? ['an answer to HEAD has a body'] : []),
    ...(status >= 400 && !isHead && !headers.has('link') ? ['an error without links'] : []),
  ];
}

/** What is wrong with an answer of GraphQL, by rules that hold for any answer. */
export function wrongInGraphql({ status, headers, body }: Answered): string[] {
  const errors: { message: string; extensions?: { code?: unknown; problems?: { message: string }[] } }[] =
    body?.errors ?? [];
  const codes = errors.map(({ extensions }) => extensions?.code);
  const messages = errors
    .flatMap((error) => [error, ...(error.extensions?.problems ?? [])])
    .map(({ message }) => message);
  return [
    ...(status >= 500 ? [`the status is ${status}`] : []),
    ...(/^application\/(graphql-response\+)?json\b/.test(headers.get('content-type') ?? '')
      ? []
      : ['the type is no JSON']),
    ...(typeof body === 'object' && body !== null ? [] : ['the body is no JSON']),
    ...(codes.includes('INTERNAL') ? ['an error is a fault'] : []),
    ...(codes.includes(undefined) ? ['an error has no code'] : []),
    ...(messages.some((message) => message.includes('rest_')) ? ['a message speaks of codes of REST'] : []),
  ];
}
