import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { send } from '../api/mcp/asking.ts';
import { buildApp, type TestApp } from '../support/app.ts';
import { fuzzRuns, fuzzSeed } from '../support/fuzz/seed.ts';
import { made } from '../support/making.ts';

let app: TestApp;

beforeAll(async () => {
  app = await buildApp({ env: { MCP: 'write' } });
  await made(app, 'events', { title: 'Concert' });
  await made(app, 'events', { title: 'Secret', status: 'draft' });
});
afterAll(() => app.close());

const METHODS = ['tools/call', 'tools/list', 'initialize', 'ping', 'notifications/cancelled', 'tasks/get', '__proto__'];
const TOOLS = ['find_events', 'get_event', 'whats_on_near', 'create_event', 'update_event', '__proto__', 'constructor'];
const ARGUMENTS = ['text', 'event', 'first', 'when', 'category', 'latitude', 'title', '__proto__', 'toString'];

const argument = fc.oneof(fc.jsonValue(), fc.record({ databaseId: fc.integer({ min: -1, max: 4 }) }));

const message = fc.record(
  {
    jsonrpc: fc.constantFrom('2.0', '2.0', '2.0', '1.0'),
    id: fc.oneof(fc.integer(), fc.string(), fc.constant(null)),
    method: fc.constantFrom('tools/call', ...METHODS),
    params: fc.oneof(
      fc.record({
        name: fc.constantFrom(...TOOLS),
        arguments: fc.oneof(fc.dictionary(fc.constantFrom(...ARGUMENTS), argument), fc.jsonValue()),
      }),
      fc.jsonValue(),
    ),
    result: fc.jsonValue(),
    error: fc.jsonValue(),
  },
  { requiredKeys: ['jsonrpc', 'method'] },
);

test('whatever a visitor sends, it is answered at once, by no fault of ours and with nothing that is not published', async () => {
  await fc.assert(
    fc.asyncProperty(message, async (json) => {
      const { status, text } = await send(app.fetch, json);
      expect([200, 202, 400]).toContain(status);
      expect(text).not.toMatch(/INTERNAL|Secret|node_modules/);
    }),
    { seed: fuzzSeed(), numRuns: fuzzRuns(4_000) },
  );
});
