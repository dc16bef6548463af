import { DomainError } from '../errors.ts';
import { type Params, param } from './params.ts';

/** A form in which a body can be written. */
export interface Form {
  /** The media type. */
  type: string;
  /** Whether the parameters of a request ask for it. */
  asked(query: Params): boolean;
  write(json: string, query: Params): string;
}

const json: Form = { type: 'application/json; charset=UTF-8', asked: () => true, write: (text) => text };

const CALLBACK = /^[\w$][\w$.]{0,100}$/;

const callbackOf = (query: Params): unknown => param(query, '_jsonp', false) ?? '';

/** A script that calls the function that `_jsonp` names, as on the host. */
const script: Form = {
  type: 'application/javascript; charset=UTF-8',
  asked(query) {
    const name = callbackOf(query);
    return typeof name === 'string' && CALLBACK.test(name);
  },
  // Line separators of JSON end lines in older scripts; the comment keeps the answer from being read as another format.
  write: (json, query) =>
    `/**/${callbackOf(query)}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')})`,
};

/** Those there are; the first that is asked for is taken. */
const FORMS = [script, json];

/** The form that a request asks for. */
export const formOf = (query: Params): Form => FORMS.find((form) => form.asked(query)) ?? json;

/** @throws INVALID_CALLBACK when `_jsonp` names no function. An empty name asks for none. */
export function refuseBadCallback(query: Params): void {
  if (callbackOf(query) === '' || script.asked(query)) return;
  throw new DomainError('INVALID_CALLBACK', '_jsonp takes the name of a function.');
}
