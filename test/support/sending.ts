import { expect } from 'vitest';
import type { Role } from '../../src/domain/access.ts';
import type { Answered, TestApp } from './app.ts';

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

/** A record without the moments of its last change. */
export async function readBack(app: TestApp, path: string, by: Role = as): Promise<object> {
  const { status, body, text } = await app.rest('GET', path, { as: by });
  expect(status, text).toBe(200);
  const { modified: _, modified_utc: __, ...rest } = body;
  return rest;
}

/** Reads a record, sends all of it back a minute later, and reads the same again. */
export async function sendsBack(app: TestApp, path: string, by: Role = as): Promise<void> {
  const before = await readBack(app, path, by);
  const { body } = await app.rest('GET', path, { as: by });
  app.clock.now += 60_000;
  const { status, text } = await app.rest('PUT', path, { as: by, json: body });
  expect(status, text).toBe(200);
  expect(await readBack(app, path, by)).toEqual(before);
}
