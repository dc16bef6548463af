import type { Context } from '../../context.ts';
import { validate } from '../../fields/examine.ts';
import type { FieldTable } from '../../fields/table.ts';
import type { Operations } from '../../operations.ts';
import type { Language } from '../../rules/language.ts';
import type { Guard, Writes } from './writes.ts';

/** What the writes of a kind do, each at its step. All but `named` and `prepare` are part of the unit. */
interface WriteSteps<R, Values, Prepared> {
  fields: FieldTable;
  patch: FieldTable;
  /** Whether what the values name is there. `before` is the record that is changed. */
  named(values: Values, ctx: Context, before?: R): Promise<unknown>;
  make(values: Values, ctx: Context): Promise<R>;
  /** What a change takes long to work out, before its unit; of a removal without values. */
  prepare?(before: R, values: Values | undefined, ctx: Context): Promise<Prepared>;
  change(before: R, values: Values, ctx: Context, prepared?: Prepared): Promise<R>;
  /** Finds what is to be removed: also a record that is damaged, which `remove` gets mended. */
  findToRemove: Guard<R>['find'];
  remove(before: R, ctx: Context, prepared?: Prepared): Promise<R>;
  removeTranslation(before: R, language: Language, ctx: Context): Promise<R>;
}

type WriteOperations<R, Input, Patch> = Pick<
  Operations<R, never, Input, Patch>,
  'create' | 'update' | 'remove' | 'removeTranslation'
>;

/** The operations that write records of a kind, from what each of them does. */
export function writeOperations<R, Values extends object, Input extends Values, Patch extends Values, Prepared>(
  writes: Writes<R>,
  {
    fields,
    patch: patchFields,
    named,
    make,
    change,
    prepare,
    findToRemove,
    remove,
    removeTranslation,
  }: WriteSteps<R, Values, Prepared>,
): WriteOperations<R, Input, Patch> {
  return {
    create: (input, ctx) =>
      writes.create(ctx, {
        input: (): Values => validate({ table: fields, use: 'create' }, input, ctx),
        named: (values) => named(values, ctx),
        write: (values) => make(values, ctx),
      }),
    update: (ref, patch, ctx) =>
      writes.change(ref, ctx, {
        input: (): Values => validate({ table: patchFields, use: 'patch' }, patch, ctx),
        named: (values, before) => named(values, ctx, before),
        ...(prepare && { prepare: (values: Values, before: R) => prepare(before, values, ctx) }),
        write: (before, values, prepared) => change(before, values, ctx, prepared),
      }),
    remove: (ref, ctx) =>
      writes.change(ref, ctx, {
        find: findToRemove,
        deletes: true,
        input: () => undefined,
        ...(prepare && { prepare: (_, before) => prepare(before, undefined, ctx) }),
        write: (before, _, prepared) => remove(before, ctx, prepared),
      }),
    removeTranslation: (ref, language, ctx) =>
      writes.change(ref, ctx, {
        input: () => language,
        write: (before) => removeTranslation(before, language, ctx),
      }),
  };
}
