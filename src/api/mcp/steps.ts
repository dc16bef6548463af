import { DomainError, httpStatus } from '../../domain/errors.ts';
import type { Work } from '../../domain/event-loop.ts';
import type { Language } from '../../domain/language.ts';
import { messageIn } from '../../domain/message.ts';
import { type Answer, type Incoming, jsonAnswer } from '../../http/exchange.ts';
import { refuseDeepJson } from '../../http/json-depth.ts';
import type { Answered } from '../../http/steps.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { parsed } from '../graphql/steps.ts';
import type { AnswerMessage } from './server.ts';

/** The maximum size of a message, in bytes. */
const LARGEST_BODY = 1_000_000;

/** The address of the Model Context Protocol, which has no language in it. */
export const mcpAddress = ({ url }: Incoming): { segment: undefined } | undefined =>
  url.pathname === '/mcp' ? { segment: undefined } : undefined;

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
  ({ code, said }: DomainError, request: { language?: Language }): Answer =>
    jsonAnswer(httpStatus(code), {
      jsonrpc: '2.0',
      id: null,
      error: { code: -32_000, message: messageIn(said, request.language ?? standard), data: { code } },
    });
