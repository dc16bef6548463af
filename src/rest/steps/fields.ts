import { readBody } from '../body.ts';
import { refuseBadCallback } from '../forms.ts';
import { param } from '../params.ts';
import type { Addressed, Sent } from './known.ts';

/**
 * Reads what was sent: the fields of the body, then the parameters of the query.
 * @throws TOO_LARGE, INVALID_JSON, INVALID_FORM, INVALID_CALLBACK, and INVALID_FIELD naming files
 */
export async function fieldsStep(known: Addressed): Promise<Sent> {
  const fields = await readBody(known);
  refuseBadCallback(known.query);
  return {
    source: (wire, list) => {
      const sent = fields(wire, list);
      return sent === undefined ? param(known.query, wire, list) : sent;
    },
  };
}
