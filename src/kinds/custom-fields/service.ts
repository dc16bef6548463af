import type { Changes } from '../../data/changes/changes.ts';
import type { Store } from '../../data/port.ts';
import { mayManageCustomFields } from '../../domain/access.ts';
import { DomainError, type Telling } from '../../domain/errors.ts';
import { type CustomField, MOST_CUSTOM_FIELDS } from '../../domain/fields/custom-fields.ts';
import { invalidField, validate } from '../../domain/fields/examine.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { LANGUAGES, type PerLanguage } from '../../domain/language.ts';
import { message } from '../../domain/message.ts';
import type { Context } from '../context.ts';
import { always } from '../shared/once.ts';
import { damagedFields } from '../shared/shape.ts';
import { refuseUnless, type Write } from '../shared/writes.ts';
import { CUSTOM_FIELDS, CUSTOM_FIELDS_SHAPE, type CustomOwner, type StoredFields } from './definitions.ts';
import {
  type ChangedCustomField,
  changedCustomField,
  type DeletedCustomField,
  deletedCustomField,
  type Labels,
  type NewCustomField,
  newCustomField,
} from './fields.ts';

/** A field, with the kind of record it belongs to. */
export type DefinedField = CustomField & { of: CustomOwner };

/** The caller who defines a field, and the moment. */
type Asking = Pick<Context, 'viewer' | 'now' | 'zone'> & Partial<Context>;

/**
 * Lets administrators define custom fields. Bad input throws INVALID_FIELD or MISSING_FIELD; a missing right throws
 * UNAUTHENTICATED or FORBIDDEN.
 */
export interface CustomFieldService {
  create(input: NewCustomField, ctx: Asking): Promise<DefinedField>;
  /** The kind of value stays, because existing values would be hidden under another kind. */
  update(input: ChangedCustomField, ctx: Asking): Promise<DefinedField>;
  /** Returns the field as it was. The records keep its values. */
  remove(input: DeletedCustomField, ctx: Asking): Promise<DefinedField>;
}

interface CustomFieldDeps {
  store: Store;
  write: Write;
  changes: Pick<Changes, 'noteAll'>;
  /** Whether REST has a parameter or a member of this name. */
  isReserved(name: string): boolean;
}

export function createCustomFieldService({ store, write, changes, isReserved }: CustomFieldDeps): CustomFieldService {
  /** Changes the fields of a kind in one unit, and returns the field that was created, changed or deleted. */
  const change = <Input extends { of: CustomOwner; key: string }>(
    table: FieldTable,
    input: Input,
    ctx: Asking,
    make: (existing: readonly CustomField[], values: Input) => { fields: readonly CustomField[]; about: CustomField },
  ) => {
    const values = validate({ table, use: 'create' }, input, ctx);
    refuseUnless(mayManageCustomFields(ctx.viewer), ctx);
    const { of } = values;
    const unit = async (): Promise<DefinedField> => {
      const [stored] = await store.byIds<StoredFields>(CUSTOM_FIELDS.name, [of]);
      if (stored && damagedFields(stored, CUSTOM_FIELDS_SHAPE).length)
        throw new DomainError(
          'DAMAGED_RECORD',
          message('What is stored as {0} is damaged.', `${CUSTOM_FIELDS.name} ${of}`),
        );
      const { fields, about } = make(stored?.fields ?? [], values);
      if (stored) await store.update(CUSTOM_FIELDS.name, of, { $set: { fields } });
      else await store.insert<StoredFields>(CUSTOM_FIELDS.name, { _id: of, fields });
      // Any record of the kind may look different from now on.
      changes.noteAll();
      return { ...about, of };
    };
    return (ctx.once ?? always)(AS_IT_WAS, (keyed) => write(ctx, () => keyed(unit)));
  };

  return {
    create: (input, ctx) =>
      change(newCustomField, input, ctx, (existing, { key, kind, label, choices }) => {
        if (isReserved(key)) refuse('key', 'reserved', 'Must not be the name of a parameter or member of REST.');
        if (existing.some((each) => each.key === key)) refuse('key', 'duplicate', 'Another record has this already.');
        if (existing.length >= MOST_CUSTOM_FIELDS)
          refuse('of', 'too_many_items', 'Must not have more than {0} custom fields.', MOST_CUSTOM_FIELDS);
        const about = sound({ key, kind, label: named({}, label), choices: choices ?? undefined });
        return { fields: [...existing, about], about };
      }),
    update: (input, ctx) =>
      change(changedCustomField, input, ctx, (existing, { key, label, choices }) => {
        const before = found(existing, key);
        const about = sound({
          ...before,
          label: named(before.label, label ?? {}),
          choices: choices === undefined ? before.choices : (choices ?? undefined),
        });
        return { fields: existing.map((each) => (each === before ? about : each)), about };
      }),
    remove: (input, ctx) =>
      change(deletedCustomField, input, ctx, (existing, { key }) => {
        const about = found(existing, key);
        return { fields: existing.filter((each) => each !== about), about };
      }),
  };
}

/** A repeated request gets the field as it was then. */
const AS_IT_WAS = { keep: (field: DefinedField) => field, answer: async (field: DefinedField) => field };

/** @throws INVALID_FIELD */
const refuse: Telling<never> = (...about) => {
  throw invalidField(...about);
};

const found = (existing: readonly CustomField[], key: string) =>
  existing.find((each) => each.key === key) ?? refuse('key', 'unknown', 'There is no custom field with this key.');

/** The names, updated with some others; null removes a name. */
const named = (before: PerLanguage<string>, label: Labels): PerLanguage<string> =>
  Object.fromEntries(
    LANGUAGES.flatMap((language) => {
      const name = label[language] === undefined ? before[language] : label[language];
      return name ? [[language, name]] : [];
    }),
  );

type Drawn = Omit<CustomField, 'choices'> & { choices: readonly string[] | undefined };

/** Checks that a field has a name, that a choice has choices, and that no other kind has any. @throws INVALID_FIELD */
function sound({ choices, ...field }: Drawn): CustomField {
  if (Object.keys(field.label).length === 0) refuse('label', 'empty', 'Must name it in one language at least.');
  if (field.kind !== 'choice') {
    if (choices?.length) refuse('choices', 'at_odds', 'Must not be sent for a field of this kind.');
    return field;
  }
  return choices?.length ? { ...field, choices } : refuse('choices', 'missing', 'Is required.');
}
