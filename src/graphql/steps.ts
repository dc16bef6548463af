import { DomainError, httpStatus } from '../errors.ts';
import { preferredType } from '../http/accept.ts';
import { type Answer, appendHeader, type Incoming, isReading } from '../http/exchange.ts';
import { refuseDeepJson } from '../http/json-depth.ts';
import { FOR_NOBODY } from '../http/represent.ts';
import type { Answered } from '../http/steps.ts';
import type { Links } from '../links.ts';
import { withTrace } from '../request.ts';
import {
  acceptedLanguage,
  isLanguage,
  LANGUAGES,
  type Language,
  type Spoken,
  spokenLanguage,
} from '../rules/language.ts';
import type { ResolverContext } from './context.ts';
import type { GraphqlServer } from './server.ts';

/** Bytes that a request to GraphQL may have. */
const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^\s*application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

const PATH = new RegExp(`^(?:/(${LANGUAGES.join('|')}))?/graphql$`);

/** What the address of a request to GraphQL says: the language before it, if there is one. */
export function graphqlAddress({ url }: Incoming): { segment: Language | undefined } | undefined {
  const match = PATH.exec(url.pathname);
  return match ? { segment: isLanguage(match[1]) ? match[1] : undefined } : undefined;
}

/** Headers that no page of another site can send unasked; that one is there is enough. */
const UNFORMLIKE = ['x-requested-with', 'graphql-require-preflight', 'apollo-require-preflight'] as const;

/**
 * Refuses a POST that a form could have sent, on any page, with the credentials that the browser keeps: what is not JSON
 * needs a header that forms have not. GET needs none: it runs queries only. @throws CROSS_SITE
 */
export function refuseForms({ method, headers }: Incoming): object {
  if (method !== 'POST' || JSON_TYPE.test(headers['content-type'] ?? '')) return {};
  if (UNFORMLIKE.some((name) => headers[name] !== undefined)) return {};
  throw new DomainError('CROSS_SITE', 'Send JSON, or a header that no form can send: GraphQL-Require-Preflight: 1.');
}

type Addressed = Incoming & { segment: Language | undefined };

/** What pages of other sites ask before they ask. */
export const preflight = ({ method }: Incoming): Answered | object =>
  method === 'OPTIONS' ? { answer: varying({ status: 204, headers: {}, content: '' }) } : {};

/**
 * The language of the request, and the addresses in it: by parameter, by the segment before `/graphql`, or by
 * `Accept-Language`. @throws INVALID_FIELD for a parameter that is none of our languages
 */
export const graphqlLanguage =
  (standard: Language, linksOf: (spoken: Spoken) => Links) =>
  ({ url, headers, segment }: Addressed): { language: Language; links: Links } => {
    const parameter = url.searchParams.get('multilang_language') ?? undefined;
    if (parameter !== undefined && !isLanguage(parameter)) {
      const message = `Must be one of ${LANGUAGES.join(', ')}.`;
      const problem = { field: 'multilang_language', code: 'not_in_enum', message };
      throw new DomainError('INVALID_FIELD', `Not accepted: ${problem.field}.`, [problem]);
    }
    const spoken = { segment, parameter, accepted: acceptedLanguage(headers['accept-language']) };
    return { language: spokenLanguage(spoken, standard), links: linksOf(spoken) };
  };

/** The types of answers. The first one stands for `*`, and is what a client gets that takes none of them. */
const TYPES = ['application/json', 'application/graphql-response+json', 'text/event-stream'] as const;

type ResponseType = (typeof TYPES)[number];

/**
 * The type of every answer to a request, by its `Accept`: that of GraphQL over HTTP, plain JSON, or one event with the
 * result in it. Who takes none of them is answered all the same, in JSON.
 */
const typeFor = ({ headers: { accept } }: Pick<Incoming, 'headers'>): ResponseType =>
  preferredType(accept, TYPES) ?? TYPES[0];

export const responseType = (incoming: Incoming): { type: ResponseType } => ({ type: typeFor(incoming) });

/** An answer of one result. */
function typed(status: number, type: ResponseType, json: string): Answer {
  if (type !== 'text/event-stream')
    return { status, headers: { 'Content-Type': `${type}; charset=utf-8` }, content: json };
  return {
    ...{ status, headers: { 'Content-Type': type } },
    content: `event: next\ndata: ${json}\n\nevent: complete\ndata:\n\n`,
  };
}

/** A request that can be run. */
interface Ready extends Incoming {
  type: ResponseType;
  context: ResolverContext;
}

/** Runs what was asked, by GraphQL over HTTP. */
export const executeGraphql =
  ({ answer, writeKnown }: GraphqlServer) =>
  async (known: Ready): Promise<Answered> => {
    const { method, headers: sent, body, context, type } = known;
    const bytes = isReading({ method }) ? undefined : await body(LARGEST_BODY);
    if (bytes && JSON_TYPE.test(sent['content-type'] ?? '')) refuseDeepJson(bytes);
    const json = bytes && isPlain(known) && (await writeKnown(parsed(bytes), context));
    const { status, headers, content } = json ? typed(200, type, json) : await answered(known, bytes, answer);
    headers['Content-Language'] = context.language;
    // Whoever asks for it again may be told something else at once.
    if (isReading(known) && !isWhole(content)) headers['Cache-Control'] = FOR_NOBODY;
    return { answer: varying({ status, headers, content }) };
  };

/** Whether a request says JSON, as most do. */
const isPlain = ({ method, headers: { 'content-type': type = '' } }: Incoming): boolean =>
  method === 'POST' && /^application\/json(; ?charset=utf-8)?$/i.test(type);

const DATA = '{"data":';

/** Whether an answer has no errors: they stand before the data. */
const isWhole = (content: Answer['content']): boolean =>
  Buffer.from(content.slice(0, DATA.length) as string).equals(Buffer.from(DATA));

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

/** What is taken over of the server's headers. The others are about a connection that is not there. */
const FROM_SERVER = ['Content-Type', 'Allow'] as const;

async function answered(known: Ready, bytes: Uint8Array | undefined, answer: GraphqlServer['answer']): Promise<Answer> {
  // Faults are told from within, where nobody knows the request.
  const response = await withTrace(known.running, () => answer(webRequest(known, bytes), known.context));
  const headers: Answer['headers'] = {};
  for (const name of FROM_SERVER) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  return { status: response.status, headers, content: new Uint8Array(await response.arrayBuffer()) };
}

/** The same request as a web object, which the GraphQL server wants. */
function webRequest({ method, url, headers, type }: Ready, bytes: Uint8Array | undefined): Request {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
  sent.set('Accept', type);
  return new Request(`http://localhost/graphql${url.search}`, {
    // The same without content, which is left out when it is sent.
    method: method === 'HEAD' ? 'GET' : method,
    headers: sent,
    ...(bytes ? { body: new Uint8Array(bytes) } : {}),
  });
}

/** An error that ended the way to GraphQL, in the form of GraphQL. */
export const graphqlFailed =
  ({ maskError }: GraphqlServer) =>
  (error: DomainError, known: object): Answer => {
    const { message, extensions } = maskError(error);
    const { http: _, ...shown } = extensions;
    const json = JSON.stringify({ errors: [{ message, extensions: shown }] });
    return varying(typed(httpStatus(error.code), typeFor(known as Incoming), json));
  };

function varying(answer: Answer): Answer {
  appendHeader(answer, 'Vary', 'Authorization, Accept-Language, Accept');
  return answer;
}
