import type { ServerResponse } from 'node:http';
import { DomainError } from '../errors.ts';

/** The error of a request whose client does not wait for the answer. */
export const clientGone = (): DomainError => new DomainError('UNAVAILABLE', 'The client has gone.');

/** Aborted when the request has taken so many milliseconds, some of which are over, or when its client has gone. */
export function givenUp(response: ServerResponse, milliseconds: number, over: number): AbortSignal {
  const controller = new AbortController();
  const late = () => {
    const message = `The request took longer than ${milliseconds / 1000} seconds and was given up.`;
    controller.abort(new DomainError('UNAVAILABLE', message));
  };
  const timer = setTimeout(late, milliseconds - over);
  response.once('close', () => {
    clearTimeout(timer);
    if (!response.writableFinished) controller.abort(clientGone());
  });
  return controller.signal;
}
