import type { App } from '../../src/app.ts';
import { asking } from '../shared/asking.ts';
import type { Operation } from './operations.ts';

const ORIGIN = 'http://127.0.0.1:4000';

/** Sends an operation to an app without users, where requests to its own host are the administrator's. */
export const asked = (app: App, { method, path, body, asAdministrator }: Operation) =>
  asking(app, {
    ...{ method, url: `${ORIGIN}${path}` },
    headers: {
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(asAdministrator ? { host: new URL(ORIGIN).host } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
