import type { Filter } from '../../data/port.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import { LARGEST_INT } from '../../domain/fields/kind.ts';
import type { Context } from '../context.ts';
import type { Repository } from '../shared/repository.ts';
import { sourceFields, uidField } from './fields.ts';
import type { Origin, PostRecord } from './record.ts';

/** The source to store with a record. */
export const sourceOf = ({ source }: Origin): Pick<PostRecord, 'source'> => (source ? { source } : {});

/** The filters that find the record of an origin, the most reliable first. */
const identitiesOf = ({ uid, source }: Origin): (readonly [field: string, its: Filter])[] => [
  ...(source ? [['source', { 'source.id': source.id, 'source.site': source.site }] as const] : []),
  ...(uid === undefined ? [] : [['uid', { uid }] as const]),
];

/** The record that has this source, or else this UID. */
export async function recordOf<R extends PostRecord>(
  repository: Pick<Repository<R>, 'one'>,
  origin: Origin,
): Promise<R | undefined> {
  const [first, second] = identitiesOf(origin).map(([, its]) => its);
  return (first && (await repository.one(first))) ?? (second && repository.one(second));
}

/**
 * Refuses an origin that is not valid, or that another record has. Part of the unit that writes the record.
 * @throws INVALID_FIELD naming what is invalid, or what another record already uses
 */
export async function refuseBadOrigin<R extends PostRecord>(
  repository: Pick<Repository<R>, 'find'>,
  { _id }: R,
  origin: Origin,
  ctx: Context,
): Promise<void> {
  const { uid, sequence = 0, source } = origin;
  validate({ table: uidField, use: 'create' }, { uid }, ctx);
  if (source) validate({ table: sourceFields, use: 'create' }, source, ctx);
  if (!(Number.isInteger(sequence) && sequence >= 0 && sequence <= LARGEST_INT))
    throw invalidField('sequence', 'invalid_number', 'Must be a whole number from {0}.', 0);
  for (const [field, its] of identitiesOf(origin))
    if ((await repository.find({ ...its, _id: { $ne: _id } }, { only: [], limit: 1 })).length)
      throw invalidField(field, 'duplicate', 'Another record has this already.');
}
