import type { Answered, Asked, Caller, TestApp } from '../../support/app.ts';

const ACCEPT = 'application/json, text/event-stream';

/** Sends a body to `/mcp` as clients do. */
export const send = (fetch: TestApp['fetch'], json: unknown, { headers, ...more }: Asked = {}): Promise<Answered> =>
  fetch('/mcp', { method: 'POST', json, headers: { Accept: ACCEPT, ...headers }, ...more });

/** Asks by a method of the protocol, and returns the message that is the answer. */
export const ask = async (
  fetch: TestApp['fetch'],
  method: string,
  params: object = {},
  as: Caller = 'anonymous',
): Promise<Answered['body']> => (await send(fetch, { jsonrpc: '2.0', id: 7, method, params }, { as })).body;

/** Calls a tool. */
export const call = async (
  fetch: TestApp['fetch'],
  name: string,
  args: object = {},
  as: Caller = 'anonymous',
): Promise<Answered['body']> => (await ask(fetch, 'tools/call', { name, arguments: args }, as)).result;

/** Calls a tool, and returns why it was refused: the path and the code of each error. */
export const refusals = async (...asked: Parameters<typeof call>): Promise<unknown> => {
  const { isError, structuredContent } = await call(...asked);
  return isError && structuredContent.userErrors.map(({ path, code }: Told) => [path.join('.'), code]);
};

interface Told {
  path: string[];
  code: string;
}
