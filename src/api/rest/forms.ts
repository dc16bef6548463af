import { DomainError } from '../../domain/errors.ts';
import { type Params, param } from './params.ts';

/** A form in which a body can be written. */
interface Form {
  /** The media type. */
  type: string;
  /** Whether the parameters of a request ask for it. */
  isRequested(query: Params): boolean;
  write(json: string, query: Params): string;
}

const json: Form = { type: 'application/json; charset=UTF-8', isRequested: () => true, write: (text) => text };

const CALLBACK = /^[\w$][\w$.]{0,100}$/;

const callbackOf = (query: Params): unknown => param(query, '_jsonp', false) ?? '';

/** A script that calls the function named in `_jsonp`, as on the host. */
const script: Form = {
  type: 'application/javascript; charset=UTF-8',
  isRequested(query) {
    const name = callbackOf(query);
    return typeof name === 'string' && CALLBACK.test(name);
  },
  // Older scripts end a line at U+2028 and U+2029, which JSON allows. The comment stops a browser from reading the answer as
  // another format.
  write: (json, query) =>
    `/**/${callbackOf(query)}(${json.replace(/\u2028/g, '\\u2028').replace(/\u2029/g, '\\u2029')})`,
};

/** All forms; the first requested one wins. */
const FORMS = [script, json];

/** Returns the form that a request asks for. */
export const formOf = (query: Params): Form => FORMS.find((form) => form.isRequested(query)) ?? json;

/** @throws INVALID_CALLBACK when `_jsonp` names no function. An empty name is ignored. */
export function refuseBadCallback(query: Params): void {
  if (callbackOf(query) === '' || script.isRequested(query)) return;
  throw new DomainError('INVALID_CALLBACK', '_jsonp takes the name of a function.');
}
