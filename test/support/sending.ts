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
