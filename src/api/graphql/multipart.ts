import { mapped } from './writer/mapped.ts';

/** The type that Apollo's clients accept for a subscription. */
export const MULTIPART = 'multipart/mixed;subscriptionspec=1.0';

/** The type of the answer. */
export const MULTIPART_TYPE = 'multipart/mixed;boundary="graphql";subscriptionSpec=1.0';

const BOUNDARY = '\r\n--graphql';

/**
 * The same stream in Apollo's multipart protocol, from server-sent events of GraphQL results. Each part ends with the boundary,
 * so that clients take it at once.
 * https://www.apollographql.com/docs/graphos/routing/operations/subscriptions/multipart-protocol
 */
export function multipartOf(events: AsyncIterable<Uint8Array>): AsyncIterable<string> {
  const decoder = new TextDecoder();
  let [start, remaining] = [BOUNDARY, ''];
  return mapped(events, async (bytes) => {
    const blocks = (remaining + decoder.decode(bytes, { stream: true })).split('\n\n');
    remaining = blocks.pop()!;
    const parts = start + blocks.map(partOf).join('');
    start = '';
    return parts;
  });
}

/** What follows the last boundary. A comment, which keeps the connection open, becomes an empty part. */
function partOf(event: string) {
  if (event.startsWith('event: complete')) return '--\r\n';
  const [, result] = /^event: next\ndata: (.*)$/s.exec(event) ?? [];
  return `\r\nContent-Type: application/json\r\n\r\n${result ? `{"payload":${result}}` : '{}'}${BOUNDARY}`;
}
