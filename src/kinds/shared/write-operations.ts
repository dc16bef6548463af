import { validate } from '../../domain/fields/examine.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import type { Language } from '../../domain/language.ts';
import type { Context } from '../context.ts';
import type { RecordService } from '../record-service.ts';
import type { Guard, Writes } from './writes.ts';

/** The steps of a kind's writes. All but `named` run within the unit. */
interface WriteSteps<R, Values> {
  fields: FieldTable;
  patch: FieldTable;
  /** Checks that what the values name exists. `before` is the record to change. */
  named(values: Values, ctx: Context, before?: R): Promise<unknown>;
  create(values: Values, ctx: Context): Promise<R>;
  update(before: R, values: Values, ctx: Context): Promise<R>;
  /** Finds the record to remove. `remove` gets damaged ones repaired. */
  findToRemove: Guard<R>['find'];
  /** What deleting takes besides. */
  trashing?: FieldTable;
  remove(before: R, ctx: Context, values: object): Promise<R>;
  removeTranslation(before: R, language: Language, ctx: Context): Promise<R>;
}

type WriteOperations<R, Input, Patch> = Pick<
  RecordService<R, never, Input, Patch>,
  'create' | 'update' | 'remove' | 'removeTranslation'
>;

/** Builds the write operations of a kind from their steps. */
export function writeOperations<R, Values extends object, Input extends Values, Patch extends Values>(
  writes: Writes<R>,
  {
    fields,
    patch: patchFields,
    named,
    create,
    update,
    findToRemove,
    trashing = {},
    remove,
    removeTranslation,
  }: WriteSteps<R, Values>,
): WriteOperations<R, Input, Patch> {
  return {
    create: (input, ctx) =>
      writes.create(ctx, {
        input: (): Values => validate({ table: fields, use: 'create' }, input, ctx),
        named: (values) => named(values, ctx),
        write: (values) => create(values, ctx),
      }),
    update: (ref, patch, ctx) =>
      writes.change(ref, ctx, {
        input: (): Values => validate({ table: patchFields, use: 'patch' }, patch, ctx),
        named: (values, before) => named(values, ctx, before),
        write: (before, values) => update(before, values, ctx),
      }),
    remove: (ref, ctx, input = {}) =>
      writes.change(ref, ctx, {
        find: findToRemove,
        deletes: true,
        input: () => validate({ table: trashing, use: 'patch' }, input, ctx),
        write: (before, values) => remove(before, ctx, values),
      }),
    removeTranslation: (ref, language, ctx) =>
      writes.change(ref, ctx, {
        input: () => language,
        write: (before) => removeTranslation(before, language, ctx),
      }),
  };
}
