import {
  CUSTOM_KIND,
  type CustomField,
  type Customized,
  hasCustom,
  labelIn,
} from '../../../domain/fields/custom-fields.ts';
import { word } from '../../../domain/fields/kinds.ts';
import type { Language } from '../../../domain/language.ts';
import { onceFor } from '../../../domain/once-for.ts';
import type { Context } from '../../../kinds/context.ts';
import { CUSTOM_OWNERS, type CustomOwner, type Definitions } from '../../../kinds/custom-fields/definitions.ts';
import { changedCustomField, deletedCustomField, newCustomField } from '../../../kinds/custom-fields/fields.ts';
import type { DefinedField } from '../../../kinds/custom-fields/service.ts';
import { type ShownField, shownFields } from '../../../kinds/custom-fields/values.ts';
import { builder, type ObjectType } from '../builder.ts';
import type { ResolverContext } from '../context.ts';
import { forRest } from '../for-rest.ts';
import { mutationField } from '../mutations.ts';
import { Day, Json, LanguageEnum, Url } from '../scalars.ts';
import { inLanguage } from '../stored-fields.ts';
import { namedInput, outputTypeOf } from '../types.ts';
import { after, type Soon } from '../writer/waiting.ts';

const KEY = 'Its key, by which you read and write it.';
const KIND = outputTypeOf(word(CUSTOM_KIND));

namedInput<object>('CustomFieldInput', {
  description: 'A value for a custom field, in one of these forms. Null, or none of them, removes the value.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the field.' }),
    value: t.string({ description: 'As text, whatever its kind: `12.5`, `true`, `2037-03-06`.' }),
    number: t.float({ description: 'A number.' }),
    boolean: t.boolean({ description: 'True or false.' }),
    date: t.field({ type: Day, description: 'A date.' }),
  }),
});

namedInput<object>('CustomFieldFilter', {
  description: 'A value to look for in a custom field.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'The key of the field.' }),
    value: t.string({ required: true, description: 'As text, whatever its kind: `12.5`, `true`, `2037-03-06`.' }),
  }),
});

namedInput<object>('CustomFieldLabels', {
  description: 'The label of a custom field in each language.',
  fields: (t) => ({
    en: t.string({ description: 'In English.' }),
    ko: t.string({ description: 'In Korean.' }),
    es: t.string({ description: 'In Spanish.' }),
  }),
});

const CustomFieldType = builder.objectRef<ShownField>('CustomField').implement({
  description: 'The value of a record in a custom field.',
  fields: (t) => ({
    key: t.string({ description: KEY, resolve: ({ field }) => field.key }),
    label: t.string({
      description: 'Its label, in the language you ask for or else in another.',
      resolve: ({ field, language }) => labelIn(field, language),
    }),
    kind: t.field({ type: KIND, description: 'The kind of its value.', resolve: ({ field }) => field.kind }),
    value: t.string({ description: 'Its value as text, whatever its kind.', resolve: ({ value }) => String(value) }),
    textLanguage: t.field({
      type: LanguageEnum,
      nullable: true,
      description: 'The language of the text shown; null for other kinds.',
      resolve: ({ textLanguage }) => textLanguage,
    }),
    number: t.float({
      nullable: true,
      description: 'Its value, if it is a number.',
      resolve: ({ value }) => (typeof value === 'number' ? value : null),
    }),
    boolean: t.boolean({
      nullable: true,
      description: 'Its value, if it is true or false.',
      resolve: ({ value }) => (typeof value === 'boolean' ? value : null),
    }),
    date: t.field({
      type: Day,
      nullable: true,
      description: 'Its value, if it is a date.',
      resolve: ({ field, value }) => (field.kind === 'date' ? String(value) : null),
    }),
    url: t.field({
      type: Url,
      nullable: true,
      description: 'Its value, if it is a URL.',
      resolve: ({ field, value }) => (field.kind === 'url' ? String(value) : null),
    }),
  }),
});

/** Descriptions of the fields that show custom fields, for all interfaces. */
export const SHOWN_CUSTOM_FIELDS = {
  type: CustomFieldType,
  one: 'The value of the custom field with this key; null if it is empty or there is no such field.',
  all: 'Its custom fields with their values, in the order of their definition.',
} as const;

/** The arguments of a single custom field. */
export const customFieldArgs = builder.args((t) => ({
  key: t.string({ required: true, description: 'The key of the field.' }),
  language: t.field({ type: LanguageEnum, description: 'Overrides the language of the request.' }),
}));

const NONE: readonly ShownField[] = Object.freeze([]);

/** The custom fields that a record shows. A record without values never loads the definitions. */
const shownOf = (
  record: Customized,
  { owner, language }: { owner: CustomOwner; language: Language | null | undefined },
  ctx: Context,
): Soon<readonly ShownField[]> =>
  hasCustom(record)
    ? after(ctx.loaders.customFields(), (fields: Definitions) =>
        shownFields(record, owner, fields, language ?? ctx.language),
      )
    : NONE;

/** The custom fields in the form of REST; null if there are none. Equal input gives the identical object. */
const bodyOf = onceFor((shown: readonly ShownField[]): object | null =>
  shown.length === 0
    ? null
    : Object.fromEntries(
        shown.map(({ field, value, language }) => [
          field.key,
          { label: labelIn(field, language), value: String(value) },
        ]),
      ),
);

/** Adds custom fields to the type of a kind. */
export function showsCustomFields<R extends object>(type: ObjectType<R>, owner: CustomOwner): void {
  const customized = (record: unknown) => record as Customized;
  builder.objectFields(type, (t) => ({
    customFields: t.field({
      type: [CustomFieldType],
      args: inLanguage,
      description: SHOWN_CUSTOM_FIELDS.all,
      resolve: (record, { language }, ctx) => shownOf(customized(record), { owner, language }, ctx),
    }),
    customField: t.field({
      type: CustomFieldType,
      nullable: true,
      args: customFieldArgs,
      description: SHOWN_CUSTOM_FIELDS.one,
      resolve: (record, { key, language }, ctx) =>
        after(shownOf(customized(record), { owner, language }, ctx), (shown) =>
          shown.find(({ field }) => field.key === key),
        ),
    }),
  }));
}

/** Adds the form of custom fields in bodies of REST. */
export function showsCustomFieldsByKey<R extends object>(type: ObjectType<R>, owner: CustomOwner): void {
  builder.objectFields(type, (t) => ({
    customFieldsByKey: t.field({
      type: Json,
      nullable: true,
      ...forRest('customFields', 'Its custom fields: the label and the value of each, by key.'),
      resolve: (record, _, ctx) =>
        after(shownOf(record as Customized, { owner, language: null }, ctx), (shown) => bodyOf(shown, '')),
    }),
  }));
}

const DefinitionType = builder.objectRef<DefinedField>('CustomFieldDefinition').implement({
  description: 'A custom field that administrators have defined for a kind of record.',
  fields: (t) => ({
    of: t.expose('of', {
      type: outputTypeOf(newCustomField.of.kind),
      description: 'The kind of records that it belongs to.',
    }),
    key: t.exposeString('key', { description: KEY }),
    kind: t.expose('kind', { type: KIND, description: 'The kind of its values.' }),
    label: t.string({
      args: inLanguage,
      description: 'Its label, in this language or else in another.',
      resolve: (field, { language }, ctx) => labelIn(field, language ?? ctx.language),
    }),
    choices: t.stringList({
      description: 'The choices, in order; empty unless the kind is `CHOICE`.',
      resolve: ({ choices }) => [...(choices ?? [])],
    }),
  }),
});

const ofOwner = (definitions: Definitions, of: CustomOwner): DefinedField[] =>
  [...definitions[of].values()].map((field: CustomField) => ({ ...field, of }));

const DefinitionsType = builder.objectRef<Definitions>('CustomFieldDefinitions').implement({
  description: 'The custom fields of each kind of records, in their order.',
  fields: (t) =>
    Object.fromEntries(
      CUSTOM_OWNERS.map((owner) => [
        owner,
        t.field({
          type: [DefinitionType],
          description: `Those of ${owner}s.`,
          resolve: (definitions) => ofOwner(definitions, owner),
        }),
      ]),
    ),
});

builder.queryField('customFieldDefinitions', (t) =>
  t.field({
    type: DefinitionsType,
    complexity: 5,
    description: 'The custom fields that records may have. Everybody may see them.',
    resolve: (_, __, { loaders }) => loaders.customFields(),
  }),
);

type Service = ResolverContext['services']['customFields'];

for (const [name, description, table, run] of [
  [
    'createCustomField',
    'Adds a custom field to all records of a kind, after the others. For administrators.',
    newCustomField,
    (service: Service) => service.create,
  ],
  [
    'updateCustomField',
    'Changes the fields that you send, except the kind of value. For administrators.',
    changedCustomField,
    (service: Service) => service.update,
  ],
  [
    'deleteCustomField',
    'Deletes a custom field. Its values are kept but not shown: a new field with the same key and kind brings them back. For administrators.',
    deletedCustomField,
    (service: Service) => service.remove,
  ],
] as const)
  mutationField<DefinedField>(
    {
      name,
      description,
      table,
      creates: true,
      run: (values, _, ctx) => run(ctx.services.customFields)(values as never, ctx),
    },
    { name: 'customField', type: DefinitionType },
  );
