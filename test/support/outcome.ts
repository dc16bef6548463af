import type { Answered } from './app.ts';

/** The outcome of a request: its status, or the error as clients match it, with the parameters that it names. */
type Outcome = number | readonly [status: number, code: string, params: readonly string[]];

/** Reads an answer. An error repeats its status in the body and has a message for people. Parameters keep their order. */
export function outcomeOf({ status, body, text }: Answered): Outcome {
  if (status < 400) return status;
  if (body?.data?.status !== status || typeof body.message !== 'string' || body.message === '') {
    throw new Error(`This is no error of ours: ${status} ${text.slice(0, 500)}`);
  }
  const { params = [] } = body.data;
  return [status, body.code, Array.isArray(params) ? params : Object.keys(params)];
}

/** The refusal of parameters that are not valid. */
export const invalid = (...params: string[]): Outcome => [400, 'rest_invalid_param', params];

/** The refusal of a body that lacks required fields. */
export const missing = (...params: string[]): Outcome => [400, 'rest_missing_callback_param', params];
