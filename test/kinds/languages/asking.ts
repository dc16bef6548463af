import { LANGUAGES, type Language } from '../../../src/domain/language.ts';
import { capitalized } from '../../../src/domain/text.ts';
import type { Answered, Asked, TestApp } from '../../support/app.ts';
import { byPlural, made, NAME, type Plural } from '../../support/making.ts';

/** How a request says its language: by parameter, or by the segment before the root. */
export type Form = 'parameter' | 'segment';

/** An address that says its language. */
export const addressIn = (form: Form, language: Language, path: string): string =>
  form === 'segment' ? `/${language}${path}` : `${path}${path.includes('?') ? '&' : '?'}multilang_language=${language}`;

/** Every language in every form. */
export const SPOKEN: readonly { language: Language; form: Form }[] = LANGUAGES.flatMap((language) =>
  (['parameter', 'segment'] as const).map((form) => ({ language, form })),
);

/** The name of the namespace below the site. */
export const NAMESPACE = '/wp-json/calendar/events/v1';

/** The GraphQL type of each collection. */
export const TYPES = byPlural(({ name }) => capitalized(name));

const as = 'administrator';

/** A REST request in a language, by the administrator unless somebody else is named. */
export const restIn = (
  app: TestApp,
  { form, language }: { form: Form; language: Language },
  method: string,
  path: string,
  asked: Asked = {},
): Promise<Answered> => app.fetch(addressIn(form, language, `${NAMESPACE}${path}`), { as, ...asked, method });

/** A GraphQL request in a language, likewise. */
export const graphqlIn = (
  app: TestApp,
  { form, language }: { form: Form; language: Language },
  query: string,
  variables: object = {},
  asked: Asked = {},
): Promise<Answered> =>
  app.fetch(addressIn(form, language, '/graphql'), { as, ...asked, method: 'POST', json: { query, variables } });

let number = 0;

/** A name for each language, never twice the same. */
export function freshNames(): Record<Language, string> {
  number += 1;
  return { en: `Autumn fair ${number}`, ko: `가을 장터 ${number}`, es: `Feria de otoño ${number}` };
}

/** The slug of such a name, as it is shown. */
export const slugOf = (name: string): string =>
  encodeURIComponent(name.toLowerCase().replaceAll(' ', '-').replaceAll('ñ', 'n')).toLowerCase();

/** What is shown in each language of a record that has English and Korean. */
export const shownOf = ({ en, ko }: Record<Language, string>): Record<Language, string> => ({ en, ko, es: en });

/** A record first written in English, with a Korean translation and no Spanish one. */
export async function bilingual(app: TestApp, plural: Plural) {
  const names = freshNames();
  const { id } = await made(app, plural, { [NAME[plural]]: names.en });
  const path = `/${plural}/${id}`;
  await restIn(app, { form: 'segment', language: 'ko' }, 'PUT', path, { json: { [NAME[plural]]: names.ko } });
  return { id: id as number, path, names };
}
