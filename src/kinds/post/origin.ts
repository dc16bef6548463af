import { invalid, validate } from '../../domain/fields/examine.ts';
import { LARGEST_INT } from '../../domain/fields/kind.ts';
import { line, plainUrl } from '../../domain/fields/kinds.ts';
import { table } from '../../domain/fields/table.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../shared/repository.ts';
import type { Origin, PostRecord } from './record.ts';

const originFields = table({
  uid: { kind: line({ exact: true }), wire: 'uid', description: 'What an event is called in every calendar.' },
  site: { kind: line({ exact: true }), wire: 'site', description: 'The URL of the site, or the name of the file.' },
  id: { kind: line({ exact: true, zero: 'allowed' }), wire: 'id', description: 'The id of the record there.' },
  url: { kind: plainUrl(), wire: 'url', description: 'Its page there.' },
});

/** The source to store with a record. */
export const sourceOf = ({ source }: Origin): Pick<PostRecord, 'source'> => (source ? { source } : {});

/**
 * Part of the unit that writes the record.
 * @throws INVALID_FIELD naming what is invalid, or what another record already uses
 */
export async function refuseBadOrigin<R extends PostRecord>(
  repository: Pick<Repository<R>, 'one'>,
  { _id }: R,
  { uid, sequence = 0, source }: Origin,
  ctx: Context,
): Promise<void> {
  validate({ table: originFields, use: 'create' }, { uid, ...source }, ctx);
  if (!(Number.isInteger(sequence) && sequence >= 0 && sequence <= LARGEST_INT))
    throw invalid([{ field: 'sequence', code: 'invalid_number', message: 'Must be a whole number from 0.' }]);
  const identities = [
    ...(uid === undefined ? [] : [['uid', { uid }] as const]),
    ...(source ? [['source', { 'source.id': source.id, 'source.site': source.site }] as const] : []),
  ];
  for (const [field, its] of identities)
    if (await repository.one({ ...its, _id: { $ne: _id } }))
      throw invalid([{ field, code: 'duplicate', message: 'Another record is known by this already.' }]);
}
