import { expect } from 'vitest';
import { CHANGES } from '../../src/data/changes/record.ts';
import type { Role } from '../../src/domain/access.ts';
import type { Answered, TestApp } from './app.ts';
import { contents } from './stored.ts';

type Send = (app: TestApp, path: string, fields: Readonly<Record<string, string>>) => Promise<Answered>;

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const as = 'administrator';

/** The ways to send text fields to a route. */
export const WAYS: readonly (readonly [way: string, send: Send])[] = [
  ['as JSON', (app, path, json) => app.rest('POST', path, { as, json })],
  [
    'as a form',
    (app, path, fields) =>
      app.rest('POST', path, { as, headers: FORM, body: new URLSearchParams({ ...fields }).toString() }),
  ],
  ['in the query', (app, path, fields) => app.rest('POST', `${path}?${new URLSearchParams({ ...fields })}`, { as })],
];

/** Sends bytes or text as they are. */
export const sendRaw = (app: TestApp, path: string, type: string, body: BodyInit): Promise<Answered> =>
  app.rest('POST', path, { as, headers: { 'Content-Type': type }, body });

/** Sends something a minute later. Nothing is written: no record, version or time of a change, and nothing into the change log. */
export async function writesNothing(app: TestApp, send: () => Promise<Answered>): Promise<Answered> {
  const stored = async () => ({ ...(await contents(app.store)), log: await app.store.find(CHANGES.name, {}) });
  const before = await stored();
  app.clock.now += 60_000;
  const answered = await send();
  expect(answered.status, answered.text).toBe(200);
  expect(await stored()).toEqual(before);
  return answered;
}

/** Reads a record and sends all of it back, with what `beside` says. Nothing is written. */
export async function sendsBack(app: TestApp, path: string, by: Role = as, beside: object = {}): Promise<void> {
  const { body } = await app.rest('GET', path, { as: by });
  const sent = await writesNothing(app, () => app.rest('PUT', path, { as: by, json: { ...body, ...beside } }));
  expect(sent.body.modified).toBe(body.modified);
}
