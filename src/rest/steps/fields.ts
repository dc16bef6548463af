import { readBody } from '../body.ts';
import { refuseBadCallback } from '../forms.ts';
import { param } from '../params.ts';
import type { Addressed, Routed, Sent } from './known.ts';

/**
 * Reads what was sent: the fields of the body, then the parameters of the query. Forms are for writing: one that comes with
 * GET is not looked at (behaviour §0.42).
 * @throws TOO_LARGE, INVALID_JSON, INVALID_FORM, INVALID_CALLBACK, and INVALID_FIELD naming files
 */
export async function fieldsStep(known: Addressed & Routed): Promise<Sent> {
  const { row } = known;
  const writes = row !== undefined && !row.methods.some((method) => method === 'GET');
  const fields = await readBody(known, { forms: writes });
  refuseBadCallback(known.query);
  return {
    source: (wire, list) => {
      const sent = fields(wire, list);
      return sent === undefined ? param(known.query, wire, list) : sent;
    },
  };
}
