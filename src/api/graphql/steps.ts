import { DomainError, httpStatus } from '../../domain/errors.ts';
import { invalidField } from '../../domain/fields/examine.ts';
import { isLanguage, LANGUAGES, type Language, type Spoken, spokenLanguage } from '../../domain/language.ts';
import { withTrace } from '../../domain/request.ts';
import { preferredLanguage, preferredType } from '../../http/accept.ts';
import { EVENT_STREAM, EVENT_STREAM_HEADERS } from '../../http/event-stream.ts';
import { type Answer, appendHeader, type Incoming, isReading } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import { FOR_NOBODY } from '../../http/represent.ts';
import type { Answered } from '../../http/steps.ts';
import type { Uploads } from '../../http/uploads.ts';
import type { Links } from '../../kinds/record-urls.ts';
import type { ResolverContext } from './context.ts';
import { MULTIPART, MULTIPART_TYPE, multipartOf } from './multipart.ts';
import type { GraphqlServer } from './server.ts';
import { assembled, isForm } from './uploads.ts';

/** The maximum size of a GraphQL request, in bytes. */
const LARGEST_BODY = 1_000_000;

const JSON_TYPE = /^\s*application\/(?:[^;\s]+\+)?json\s*(?:;|$)/i;

const PATH = new RegExp(`^(?:/(${LANGUAGES.join('|')}))?/graphql$`);

/** The address of a GraphQL request, with an optional language before it. */
export function graphqlAddress({ url }: Incoming): { segment: Language | undefined } | undefined {
  const match = PATH.exec(url.pathname);
  return match ? { segment: isLanguage(match[1]) ? match[1] : undefined } : undefined;
}

/** Headers that a page of another site cannot send without a preflight request. One of them is enough. */
const UNFORMLIKE = ['x-requested-with', 'graphql-require-preflight', 'apollo-require-preflight'] as const;

/**
 * Refuses a POST that a form on any page could have sent with the credentials of the browser. A body that is not JSON needs
 * a header that forms cannot send. GET needs none, because it only runs queries. @throws CROSS_SITE
 */
export function refuseForms({ method, headers }: Incoming): object {
  if (method !== 'POST' || JSON_TYPE.test(headers['content-type'] ?? '')) return {};
  if (UNFORMLIKE.some((name) => headers[name] !== undefined)) return {};
  throw new DomainError('CROSS_SITE', 'Send JSON, or a header that no form can send: GraphQL-Require-Preflight: 1.');
}

type Addressed = Incoming & { segment: Language | undefined };

/** Answers the preflight requests of other sites. */
export const preflight = ({ method }: Incoming): Answered | object =>
  method === 'OPTIONS' ? { answer: varying({ status: 204, headers: {}, content: '' }) } : {};

/**
 * The language of the request and the addresses in that language: by parameter, by the segment before `/graphql`, or by
 * `Accept-Language`. @throws INVALID_FIELD if the parameter is not a supported language
 */
export const graphqlLanguage =
  (standard: Language, linksOf: (spoken: Spoken) => Links) =>
  ({ url, headers, segment }: Addressed): { language: Language; links: Links } => {
    const parameter = url.searchParams.get('multilang_language') ?? undefined;
    if (parameter !== undefined && !isLanguage(parameter)) {
      throw invalidField('multilang_language', 'not_in_enum', 'Must be one of {0}.', LANGUAGES.join(', '));
    }
    const spoken = { segment, parameter, accepted: preferredLanguage(headers['accept-language']) };
    return { language: spokenLanguage(spoken, standard), links: linksOf(spoken) };
  };

/** The response types. The first one is the default: for `*`, and for clients that accept none of them. */
const TYPES = ['application/json', 'application/graphql-response+json', EVENT_STREAM] as const;

type ResponseType = (typeof TYPES)[number];

/**
 * The response type for the `Accept` of a request: that of GraphQL over HTTP, plain JSON, or one event with the result in
 * it. A client that accepts none of them still gets JSON.
 */
const typeFor = ({ headers: { accept } }: Pick<Incoming, 'headers'>) => preferredType(accept, TYPES) ?? TYPES[0];

/**
 * The type of a subscription's stream. Only clients that name it get one: `*` does not, nor does `multipart/mixed` alone, which has
 * other parts. How the client calls the boundary does not count.
 */
function streamTypeFor({ headers: { accept = '' } }: Incoming) {
  const ranges = accept.replace(/;\s*boundary=[^;,]*/gi, '').split(',');
  const named = ranges.filter((range) => /^\s*text\/|;\s*subscriptionspec=/i.test(range));
  return preferredType(named.join(), [EVENT_STREAM, MULTIPART]);
}

export const responseType = (incoming: Incoming): Pick<Ready, 'type' | 'streamType'> => ({
  type: typeFor(incoming),
  streamType: streamTypeFor(incoming),
});

/** A response with one result. */
function typed(status: number, type: ResponseType, json: string): Answer {
  if (type !== EVENT_STREAM) return { status, headers: { 'Content-Type': `${type}; charset=utf-8` }, content: json };
  return {
    status,
    headers: { 'Content-Type': type },
    content: `event: next\ndata: ${json}\n\nevent: complete\ndata:\n\n`,
  };
}

/** A request that is ready to run. */
interface Ready extends Incoming {
  type: ResponseType;
  streamType: ReturnType<typeof streamTypeFor>;
  context: ResolverContext;
  /** Whether the response is a stream. */
  isStream?: true;
}

/** Runs a GraphQL request, as GraphQL over HTTP defines it. */
export const executeGraphql =
  ({ answer, writeCompiled }: GraphqlServer, uploads: Uploads) =>
  async (request: Ready): Promise<Answered> => {
    if (isForm(request)) {
      const { json, uploads: files } = await assembled(request, request.context, uploads);
      request.context = { ...request.context, uploads: files };
      request.body = async () => json;
      request.headers = { ...request.headers, 'content-type': 'application/json' };
    }
    const { method, headers: sent, body, context, type } = request;
    const bytes = isReading({ method }) ? undefined : await body(LARGEST_BODY);
    if (bytes && JSON_TYPE.test(sent['content-type'] ?? '')) refuseDeepJson(bytes);
    const json = bytes && isPlain(request) && (await writeCompiled(parsed(bytes), context));
    const made = json ? typed(200, type, json) : await answered(request, bytes, answer);
    const { headers, content, stream } = made;
    headers['Content-Language'] = context.language;
    // A retry may get a different answer right away.
    if (isReading(request) && !stream && !isWhole(content)) headers['Cache-Control'] = FOR_NOBODY;
    return { answer: varying(made) };
  };

/** Whether the request is plain JSON, as most are. */
const isPlain = ({ method, headers: { 'content-type': type = '' } }: Incoming) =>
  method === 'POST' && /^application\/json(; ?charset=utf-8)?$/i.test(type);

const DATA = '{"data":';

/** Whether a response has no errors: they come before the data. */
const isWhole = (content: Answer['content']) =>
  Buffer.from(content.slice(0, DATA.length) as string).equals(Buffer.from(DATA));

/** The JSON of a body; undefined if it is none. */
export function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(Buffer.from(bytes).toString());
  } catch {
    return undefined;
  }
}

/** The headers to copy from the GraphQL server. The others describe a connection that does not exist. */
const FROM_SERVER = ['Content-Type', 'Allow'] as const;

async function answered(
  request: Ready,
  bytes: Uint8Array | undefined,
  answer: GraphqlServer['answer'],
): Promise<Answer> {
  // Server errors are reported inside, where the request is unknown.
  const response = await withTrace(request.running, () => answer(webRequest(request, bytes), request.context));
  const headers: Answer['headers'] = {};
  for (const name of FROM_SERVER) {
    const value = response.headers.get(name);
    if (value !== null) headers[name] = value;
  }
  const { status, body } = response;
  if (request.isStream && body) {
    const isMultipart = request.streamType === MULTIPART;
    return {
      status,
      content: '',
      stream: isMultipart ? multipartOf(body) : body,
      headers: { ...EVENT_STREAM_HEADERS, ...(isMultipart && { 'Content-Type': MULTIPART_TYPE }) },
    };
  }
  return { status, headers, content: new Uint8Array(await response.arrayBuffer()) };
}

/** Converts a request to a web `Request`, which the GraphQL server needs. */
function webRequest({ method, url, headers, type, streamType }: Ready, bytes: Uint8Array | undefined) {
  const sent = new Headers();
  for (const [name, value] of Object.entries(headers)) if (value !== undefined) sent.set(name, value);
  sent.set('Accept', streamType ? `${type}, ${EVENT_STREAM}` : type);
  return new Request(`http://localhost/graphql${url.search}`, {
    // HEAD is GET without content. The content is dropped when the response is sent.
    method: method === 'HEAD' ? 'GET' : method,
    headers: sent,
    ...(bytes ? { body: new Uint8Array(bytes) } : {}),
  });
}

/** Formats an error from before GraphQL ran as a GraphQL response. */
export const graphqlFailed =
  ({ maskError }: Pick<GraphqlServer, 'maskError'>, standard: Language) =>
  (error: DomainError, request: object) => {
    const { headers, segment, language } = request as Addressed & { language?: Language };
    const accepted = preferredLanguage(headers['accept-language']);
    const spoken = language ?? spokenLanguage({ segment, accepted }, standard);
    const { message, extensions } = maskError(error, spoken);
    const { http: _, ...shown } = extensions;
    const json = JSON.stringify({ errors: [{ message, extensions: shown }] });
    return varying(typed(httpStatus(error.code), typeFor(request as Incoming), json));
  };

function varying(answer: Answer) {
  appendHeader(answer, 'Vary', 'Authorization, Accept-Language, Accept');
  return answer;
}
