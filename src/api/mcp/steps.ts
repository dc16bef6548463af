import type { Viewer } from '../../domain/access.ts';
import { DomainError, httpStatus } from '../../domain/errors.ts';
import type { Work } from '../../domain/event-loop.ts';
import type { Language } from '../../domain/language.ts';
import { messageIn } from '../../domain/message.ts';
import { type Incoming, isReading, jsonAnswer } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import type { Answered } from '../../http/steps.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { parsed } from '../graphql/steps.ts';
import type { AnswerMessage } from './server.ts';

/** The maximum size of a message, in bytes. */
const LARGEST_BODY = 1_000_000;

/** The address where visitors are asked to log in, below the one where they are answered. */
const OF_USERS = '/mcp/user';

/** Where programs read how to log in there (RFC 9728, section 3.1). */
const METADATA = `/.well-known/oauth-protected-resource${OF_USERS}`;

/**
 * The addresses of the Model Context Protocol, which have no language in them. Only beside an identity provider can programs log in
 * by themselves.
 */
export const mcpAddress =
  (canLogIn: boolean) =>
  ({ url: { pathname } }: Incoming) =>
    pathname === '/mcp' || (canLogIn && [OF_USERS, METADATA].includes(pathname)) ? { segment: undefined } : undefined;

/** What a challenge says there. */
export const loginAt = (siteUrl: string) => ({ path: OF_USERS, url: `${siteUrl}${METADATA}` });

/** Tells programs whose tokens count. Nothing is told of `/mcp`: clients that find it there demand a log-in of visitors. */
export const metadataStep =
  (site: string, siteUrl: string, oidc: { issuer: string; scopes: readonly string[] } | undefined) =>
  ({ url, method }: Incoming): Answered | object => {
    if (url.pathname !== METADATA || !isReading({ method })) return {};
    const { issuer, scopes } = oidc!;
    return {
      answer: jsonAnswer(200, {
        resource: `${siteUrl}${OF_USERS}`,
        resource_name: site,
        authorization_servers: [issuer],
        bearer_methods_supported: ['header'],
        ...(scopes.length > 0 && { scopes_supported: scopes }),
      }),
    };
  };

/** Asks visitors to log in. @throws NOT_LOGGED_IN */
export function usersOnly({ url, viewer }: Incoming & { viewer: Viewer | undefined }): object {
  if (url.pathname === OF_USERS && !viewer) throw new DomainError('NOT_LOGGED_IN', 'You are not logged in.');
  return {};
}

/** Refuses other methods: there are no streams and no sessions. */
export const postOnly = ({ method }: Incoming): Answered | object =>
  method === 'POST' ? {} : { answer: { status: 405, headers: { Allow: 'POST, OPTIONS' }, content: '' } };

/** The headers that the protocol needs. Others, such as credentials, are not its business. */
const NEEDED = ['accept', 'content-type', 'mcp-protocol-version'] as const;

/** Answers one message of the Model Context Protocol (Streamable HTTP, without sessions). */
export const mcpStep =
  (load: () => Promise<AnswerMessage>) =>
  async ({ headers, body, context, work }: Incoming & { context: ResolverContext; work: Work }): Promise<Answered> => {
    const bytes = await body(LARGEST_BODY);
    refuseDeepJson(bytes);
    // The protocol reports what is no JSON itself.
    const message = parsed(bytes);
    // One request would otherwise be many calls.
    if (Array.isArray(message)) throw new DomainError('INVALID_JSON', 'Send one message at a time.');
    const request = new Request('http://localhost/mcp', {
      method: 'POST',
      headers: NEEDED.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]])) as [
        string,
        string,
      ][],
      body: new Uint8Array(bytes),
    });
    const response = await (await load())(request, message, { context, work });
    const type = response.headers.get('Content-Type');
    return {
      answer: {
        status: response.status,
        headers: { Vary: 'Authorization, Accept-Language', ...(type !== null && { 'Content-Type': type }) },
        content: new Uint8Array(await response.arrayBuffer()),
      },
    };
  };

/** Formats an error from before the protocol ran, as JSON-RPC. */
export const mcpFailed =
  (standard: Language) =>
  ({ code, said }: DomainError, request: { language?: Language }) =>
    jsonAnswer(httpStatus(code), {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: messageIn(said, request.language ?? standard), data: { code } },
    });
