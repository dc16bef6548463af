import { expect } from 'vitest';
import { EVENT_LINKS } from '../../src/kinds/event-links.ts';
import type { TestApp } from './app.ts';

/** Kinds of records that have custom fields, by their names in GraphQL. */
export const OWNERS = ['EVENT', ...EVENT_LINKS.map(({ name }) => name.toUpperCase())];

interface Defined {
  key: string;
  kind: 'TEXT' | 'NUMBER' | 'BOOLEAN' | 'DATE' | 'URL' | 'CHOICE';
  label: { en?: string; ko?: string; es?: string };
  choices?: string[];
}

/** A field of each kind of value. */
export const FIELDS: readonly Defined[] = [
  { key: 'colour', kind: 'TEXT', label: { en: 'Colour', ko: '색', es: 'Color' } },
  { key: 'size', kind: 'NUMBER', label: { en: 'Size', ko: '크기' } },
  { key: 'covered', kind: 'BOOLEAN', label: { en: 'Covered' } },
  { key: 'opened', kind: 'DATE', label: { es: 'Abierto' } },
  { key: 'more', kind: 'URL', label: { en: 'More' } },
  { key: 'age', kind: 'CHOICE', label: { en: 'Age', ko: '나이', es: 'Edad' }, choices: ['6+', '12+'] },
];

const DEFINE = `mutation ($input: CreateCustomFieldInput!) {
  createCustomField(input: $input) { customField { key } userErrors { path code message } }
}`;

/** Defines one more field for a kind of records. */
export async function defineField(app: TestApp, of: string, field: Defined): Promise<void> {
  const { body } = await app.graphql(DEFINE, { input: { of, ...field } }, { as: 'administrator' });
  expect(body.data.createCustomField, JSON.stringify(body)).toMatchObject({ customField: { key: field.key } });
}

/** Defines all of `FIELDS` for each kind of records. */
export async function defineFields(app: TestApp): Promise<void> {
  for (const of of OWNERS) for (const field of FIELDS) await defineField(app, of, field);
}

/** Deletes a field. */
export async function deleteField(app: TestApp, of: string, key: string): Promise<void> {
  const query = `mutation ($input: DeleteCustomFieldInput!) {
    deleteCustomField(input: $input) { userErrors { path code message } }
  }`;
  const { body } = await app.graphql(query, { input: { of, key } }, { as: 'administrator' });
  expect(body).toEqual({ data: { deleteCustomField: { userErrors: [] } } });
}
