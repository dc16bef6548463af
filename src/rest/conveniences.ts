import { DomainError } from '../errors.ts';
import { type Params, param } from './params.ts';
import type { Result } from './steps/known.ts';

const CALLBACK = /^[\w$][\w$.]{0,100}$/;

const isCallback = (name: unknown): name is string => typeof name === 'string' && CALLBACK.test(name);

/** Why no script can be answered: what `_jsonp` names is no function. An empty name asks for none. */
export function callbackFailure(params: Params): DomainError | undefined {
  const name = param(params, '_jsonp', false) ?? '';
  return name === '' || isCallback(name)
    ? undefined
    : new DomainError('INVALID_CALLBACK', '_jsonp takes the name of a function.');
}

/**
 * What the host does to any answer when it is asked to: `_fields` trims it unless it is an error, `_envelope` wraps it,
 * `_jsonp` calls back.
 */
export function conveniently({ status, headers, body }: Result, params: Params): Result & { text: string } {
  const trimmed = status < 400 ? trim(body, param(params, '_fields', true)) : body;
  const enveloped = params.has('_envelope') ? { body: trimmed, status, headers } : trimmed;
  const sentStatus = params.has('_envelope') ? 200 : status;
  const callback = param(params, '_jsonp', false);
  // Pages put answers inside of script elements: written so, no text can end one. It parses to the same.
  const json = JSON.stringify(enveloped).replaceAll('<', '\\u003c');
  if (!isCallback(callback)) return { status: sentStatus, headers, body: enveloped, text: json };
  // Line separators of JSON end lines in older scripts; the comment keeps the answer from being read as another format.
  const script = `/**/${callback}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')})`;
  return {
    status: sentStatus,
    headers: { ...headers, 'Content-Type': 'application/javascript; charset=UTF-8' },
    body: enveloped,
    text: script,
  };
}

/** Keeps the named members only; `venue.id` keeps a member of a member. Lists are trimmed element by element. */
function trim(body: unknown, fields: unknown): unknown {
  const paths = (Array.isArray(fields) ? fields : [fields])
    .flatMap((field) => (typeof field === 'string' ? field.split(',') : []))
    .map((field) => field.trim())
    .filter((field) => field !== '');
  return paths.length
    ? keep(
        body,
        paths.map((path) => path.split('.')),
      )
    : body;
}

/** An object of which nothing is kept is an empty list, as everywhere on the host. */
function keep(value: unknown, paths: readonly string[][]): unknown {
  if (Array.isArray(value)) return value.map((item) => keep(item, paths));
  if (typeof value !== 'object' || value === null) return value;
  const kept: [string, unknown][] = [];
  for (const [key, member] of Object.entries(value)) {
    const below = paths.filter(([first]) => first === key).map(([, ...rest]) => rest);
    if (below.length) kept.push([key, below.some((rest) => rest.length === 0) ? member : keep(member, below)]);
  }
  return kept.length ? Object.fromEntries(kept) : [];
}
