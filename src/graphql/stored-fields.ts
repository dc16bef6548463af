import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Context } from '../context.ts';
import { inKeys } from '../fields/describe.ts';
import type { FieldTable } from '../fields/table.ts';
import { escapeHtml } from '../rules/html.ts';
import { fallbackOrder, type Language, type PerLanguage, textIn } from '../rules/language.ts';
import { wireSlug } from '../rules/slug.ts';
import { builder, type ObjectType } from './builder.ts';
import { Html, LanguageEnum, TextFormat, type TextFormatValue } from './scalars.ts';
import { outputTypeOf } from './types.ts';

type Row = FieldTable[string];

/** What a record keeps by language. */
export interface Translated {
  text: PerLanguage<object>;
  original: Language;
}

/** The argument that every translated field takes. */
export const inLanguage = builder.args((t) => ({
  language: t.field({ type: LanguageEnum, description: 'Instead of the language of the request.' }),
}));

/** Language and addresses as the request has them, or as that argument says. */
export const spoken = (
  ctx: Pick<Context, 'links' | 'language'>,
  language: Language | null | undefined,
): Pick<Context, 'links' | 'language'> => (language ? { links: ctx.links.inLanguage(language), language } : ctx);

const formArg = (format: TextFormatValue) =>
  builder.args((t) => ({
    format: t.field({ type: TextFormat, defaultValue: format, description: 'In which form the text is shown.' }),
  }));

/** The arguments of a text that is shown in this form unless another is asked for. */
export const textArgs = (format: TextFormatValue) => ({ ...inLanguage, ...formArg(format) });

/** The argument of a text without language: as it was sent unless HTML is asked for. */
export const inForm = formArg('raw');

interface TextArgs {
  language?: Language | null;
  format?: TextFormatValue | null;
}

/** A plain text in the form that is asked for. */
export const inFormat = (text: string, format: TextFormatValue | null | undefined): string =>
  format === 'html' ? escapeHtml(text) : text;

/** How a row that is kept by language is shown: one line, plain text (escaped on demand), or HTML with its source. */
function shownText({ shown }: Row, kept: unknown, format: TextFormatValue | null | undefined): string {
  if (shown !== 'html') return inFormat((kept as string | undefined) ?? '', format);
  const html = kept as { raw: string; html: string } | undefined;
  return (format === 'raw' ? html?.raw : html?.html) ?? '';
}

const argsOf = ({ shown }: Row) =>
  shown === undefined || shown === 'line' ? inLanguage : textArgs(shown === 'html' ? 'html' : 'raw');

/** What a text is: lines and plain texts are texts to every program. */
const textType = ({ shown }: Row): 'String' | typeof Html => (shown === 'html' ? Html : 'String');

/** The output field of a row that is kept by language. */
export const textField = (key: string, field: Row) => ({
  type: textType(field),
  description: inKeys(field.description),
  args: argsOf(field) as typeof inLanguage,
  resolve: (record: unknown, { language, format }: TextArgs, ctx: Context) =>
    shownText(field, textIn(record as never, key as never, language ?? ctx.language), format),
});

const apart: [type: string, key: string][] = [];

/** The output fields of the rows of a table that are stored, but for those that the type shows `apart`. */
export function storedFields<R extends Translated>(type: ObjectType<R>, table: FieldTable): void {
  for (const [key, field] of Object.entries(table)) {
    const { kind, stored, shown, blank, description } = field;
    if (!stored) continue;
    if (shown === 'apart') apart.push([type.name, key]);
    else if (stored === 'text') builder.objectField(type, key, (t) => t.field(textField(key, field)));
    else {
      const shared = {
        type: outputTypeOf(kind),
        nullable: blank === undefined && !kind.list,
        description: inKeys(description),
        resolve: (record: unknown) => (record as Record<string, unknown>)[key] ?? blank ?? (kind.list && []),
      };
      builder.objectField(type, key, (t) => t.field(shared as never));
    }
  }
}

/** @throws when a field is stored, said to be shown apart, and not shown */
export function refuseHidden(schema: GraphQLSchema): void {
  for (const [type, key] of apart) {
    const shown = schema.getType(type) as GraphQLObjectType;
    if (!shown.getFields()[key]) throw new Error(`${type}.${key} is stored, and nothing shows it.`);
  }
}

interface Translation<R> {
  record: R;
  language: Language;
}

const has = (value: unknown): boolean =>
  typeof value === 'object' ? Boolean((value as { raw: string }).raw) : Boolean(value);

/** Whether all that is said of a record in its original language is said in another one too. */
function isComplete({ text, original }: Translated, language: Language): boolean {
  const said = text[language] as Record<string, unknown> | undefined;
  return Object.entries(text[original] ?? {}).every(([key, value]) => !has(value) || has(said?.[key]));
}

/** Whether a text that is shown in a language was said in another one. What was said to be empty is shown as empty. */
function isFallback(record: Translated, language: Language): boolean {
  const keys = new Set(Object.values(record.text).flatMap((text) => Object.keys(text)));
  const own = record.text[language] as Record<string, unknown> | undefined;
  return [...keys].some((key) => own?.[key] === undefined && has(textIn(record, key as never, language)));
}

/** `translations` and `isFallback` of a kind, made from the rows of its table that are kept by language. */
export function translationFields<R extends Translated & { slug: PerLanguage<string> }>(
  type: ObjectType<R>,
  name: string,
  table: FieldTable,
): void {
  const rows = Object.entries(table).filter(([, { stored }]) => stored === 'text');
  const Translation = builder.objectRef<Translation<R>>(`${name}Translation`).implement({
    description: 'What is said of a record in one language. Null where nothing was said.',
    fields: (t) => ({
      language: t.expose('language', { type: LanguageEnum, description: 'The language.' }),
      slug: t.string({
        nullable: true,
        description: 'Slug in this language, percent-encoded.',
        resolve: ({ record, language }) =>
          record.slug[language] === undefined ? null : wireSlug(record.slug[language] as string),
      }),
      isOriginal: t.boolean({
        description: 'Whether the record was first written in this language.',
        resolve: ({ record, language }) => record.original === language,
      }),
      isComplete: t.boolean({
        description: 'Whether everything that is said in the original is said in this language.',
        resolve: ({ record, language }) => isComplete(record, language),
      }),
    }),
  });
  for (const [key, field] of rows) {
    builder.objectField(Translation, key, (t) =>
      t.field({
        type: textType(field),
        nullable: true,
        description: inKeys(field.description),
        args: inForm,
        resolve: ({ record, language }, { format }) => {
          const kept = (record.text[language] as Record<string, unknown> | undefined)?.[key];
          return kept === undefined ? null : shownText(field, kept, format);
        },
      }),
    );
  }
  builder.objectFields(type, (t) => ({
    translations: t.field({
      type: [Translation],
      description: 'What is said of the record in each language that it has, the original first.',
      resolve: (record) => languagesOf(record as R).map((language) => ({ record: record as R, language })),
    }),
    isFallback: t.boolean({
      args: inLanguage,
      description:
        'Whether some of the texts that are shown come from another language than the one that is asked for.',
      resolve: (record, { language }, ctx: Context) => isFallback(record as R, language ?? ctx.language),
    }),
  }));
}

const languagesOf = ({ text, slug, original }: Translated & { slug: PerLanguage<string> }): Language[] =>
  fallbackOrder(original, original).filter((language) => text[language] !== undefined || slug[language] !== undefined);
