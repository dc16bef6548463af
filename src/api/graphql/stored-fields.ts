import type { GraphQLObjectType, GraphQLSchema } from 'graphql';
import type { Viewer } from '../../domain/access.ts';
import { isCustomText } from '../../domain/fields/custom-fields.ts';
import { deprecation, inKeys } from '../../domain/fields/describe.ts';
import type { FieldTable } from '../../domain/fields/table.ts';
import { escapeHtml, plainText } from '../../domain/html.ts';
import { fallbackOrder, LANGUAGES, type Language, type PerLanguage, slugIn, textIn } from '../../domain/language.ts';
import { wireSlug } from '../../domain/slug.ts';
import type { Context } from '../../kinds/context.ts';
import { builder, type InterfaceType, type ObjectType } from './builder.ts';
import { COSTS } from './costs.ts';
import { Html, LanguageEnum, TextFormat, type TextFormatValue } from './scalars.ts';
import { outputTypeOf } from './types.ts';

type Row = FieldTable[string];

/** The values that a record stores by language. */
export interface Translated {
  text: PerLanguage<object>;
  original: Language;
}

interface Slugged {
  slug: PerLanguage<string>;
}

/** The same, by the keys of a table, which does not know the types of the texts. */
interface Keyed extends Translated {
  text: PerLanguage<Record<string, unknown>>;
}

/** The argument of every translated field. */
export const inLanguage = builder.args((t) => ({
  language: t.field({ type: LanguageEnum, description: 'Overrides the language of the request.' }),
}));

/** The language and links of that argument, or else of the request. */
export const spoken = (
  ctx: Pick<Context, 'links' | 'language'>,
  language: Language | null | undefined,
): Pick<Context, 'links' | 'language'> => (language ? { links: ctx.links.inLanguage(language), language } : ctx);

/** The slug of a record, in this language or that of the request. */
export const slugField = (description: string) => ({
  description,
  args: inLanguage,
  resolve: (record: Translated & Slugged, { language }: Pick<TextArgs, 'language'>, ctx: Context) =>
    wireSlug(slugIn(record, language ?? ctx.language) ?? ''),
});

const formArg = (format: TextFormatValue) =>
  builder.args((t) => ({
    format: t.field({ type: TextFormat, defaultValue: format, description: 'The format of the text.' }),
  }));

/** The arguments of a text, with its default format. */
export const textArgs = (format: TextFormatValue) => ({ ...inLanguage, ...formArg(format) });

/** The argument of a text without language: shown as sent, or as HTML on request. */
export const inForm = formArg('raw');

interface TextArgs {
  language?: Language | null;
  format?: TextFormatValue | null;
}

/** A plain text in the requested format. */
export const inFormat = (text: string, format: TextFormatValue | null | undefined): string =>
  format === 'html' ? escapeHtml(text) : text;

/** Whether the caller may change a record, and so read the source of its texts. */
type MayChange<R> = (viewer: Viewer | undefined, record: R) => boolean;

/** Stored HTML: cleaned, beside its source. Descriptions of terms are stored only cleaned. */
type StoredHtml = string | { raw: string; html: string } | undefined;

const cleaned = (html: StoredHtml) => (typeof html === 'object' ? html.html : html);

const source = (html: StoredHtml) => (typeof html === 'object' ? html.raw : html);

/** Where a text is read from: a record, or one of its translations. */
interface TextSource<R> {
  args: object;
  read(of: R, args: TextArgs, ctx: Context): unknown;
  /** What a missing text shows. */
  missing: '' | null;
  mayChange: MayChange<R>;
}

/** The texts of a record in the language that was asked for, or else in another. */
const shownIn = <R extends Translated>(key: string, mayChange: MayChange<R>): TextSource<R> => ({
  args: inLanguage,
  read: (record, { language }, ctx) => textIn(record as Keyed, key, language ?? ctx.language),
  missing: '',
  mayChange,
});

/** The output fields of a text. HTML is cleaned; two more fields show its text alone, and what its author wrote. */
function textFields<R>(key: string, row: Row, { args, read, missing, mayChange }: TextSource<R>) {
  const nullable = missing === null;
  const description = inKeys(row.description);
  if (row.shown !== 'html') {
    const resolve = (of: R, asked: TextArgs, ctx: Context) => {
      const text = read(of, asked, ctx) as string | undefined;
      return text === undefined ? missing : inFormat(text, asked.format);
    };
    const forms = nullable || row.shown === 'plain' ? inForm : {};
    return {
      [key]: { type: 'String', nullable, args: { ...args, ...forms }, complexity: COSTS.text, description, resolve },
    };
  }
  const html = read as (of: R, args: TextArgs, ctx: Context) => StoredHtml;
  const text = { type: 'String', nullable: true, args };
  return {
    [key]: {
      type: Html,
      nullable,
      args,
      complexity: COSTS.text,
      description,
      resolve: (of: R, asked: TextArgs, ctx: Context) => cleaned(html(of, asked, ctx)) ?? missing,
    },
    [`${key}Text`]: {
      ...text,
      complexity: COSTS.plainText,
      description: `\`${key}\` without HTML: text with paragraphs and lines. The URL of a link follows its text. Null if there is none.`,
      resolve: (of: R, asked: TextArgs, ctx: Context) => plainText(cleaned(html(of, asked, ctx)) ?? '') || null,
    },
    [`${key}Raw`]: {
      ...text,
      complexity: COSTS.text,
      description: `\`${key}\` as its author wrote it, for editing: it is not safe to show. Null if there is none, or if you may not change the record.`,
      resolve: (of: R, asked: TextArgs, ctx: Context) =>
        mayChange(ctx.viewer, of) ? source(html(of, asked, ctx)) || null : null,
    },
  };
}

/** The output field of a line or a plain text of a record. */
export const textField = (key: string, row: Row) =>
  textFields<Translated>(
    key,
    row,
    shownIn(key, () => false),
  )[key] as {
    type: 'String';
    complexity: number;
    description: string;
    args: typeof inLanguage;
    resolve(record: Translated, args: TextArgs, ctx: Context): string;
  };

function addFields<R>(type: ObjectType<R> | InterfaceType<R>, fields: object) {
  for (const [name, options] of Object.entries(fields)) {
    if (type.kind === 'Interface') builder.interfaceField(type, name, (t) => t.field(options));
    else builder.objectField(type, name, (t) => t.field(options));
  }
}

const apart: [type: string, key: string][] = [];

/** The output fields of all stored rows of a table, except those that the type defines itself (`apart`). */
export function storedFields<R extends Translated>(
  type: ObjectType<R> | InterfaceType<R>,
  table: FieldTable,
  mayChange: MayChange<R>,
): void {
  for (const [key, field] of Object.entries(table)) {
    const { kind, stored, shown, blank, description } = field;
    if (!stored) continue;
    if (shown === 'apart') apart.push([type.name, key]);
    else if (stored === 'text') addFields(type, textFields<R>(key, field, shownIn(key, mayChange)));
    else {
      const shared = {
        type: outputTypeOf(kind),
        nullable: blank === undefined && !kind.list,
        description: inKeys(description),
        deprecationReason: deprecation(field),
        resolve: (record: unknown) => (record as Record<string, unknown>)[key] ?? blank ?? (kind.list && []),
      };
      addFields(type, { [key]: shared });
    }
  }
}

/** @throws if a stored field is listed in `apart` but the type does not show it */
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

/** The texts of a record in one language, without custom fields, whose definitions may be gone. */
const saidIn = ({ text }: Translated, language: Language): [string, unknown][] =>
  Object.entries(text[language] ?? {}).filter(([key]) => !isCustomText(key));

const has = (value: unknown) => (typeof value === 'object' ? Boolean((value as { raw: string }).raw) : Boolean(value));

/** Whether every text in the original language has a translation in another language. */
function isComplete(record: Translated, language: Language) {
  const said = Object.fromEntries(saidIn(record, language));
  return saidIn(record, record.original).every(([key, value]) => !has(value) || has(said[key]));
}

/** Whether a text falls back to another language. An explicitly empty text is shown as empty. */
function isFallback(record: Translated, language: Language) {
  const keys = new Set(LANGUAGES.flatMap((each) => saidIn(record, each).map(([key]) => key)));
  const own = (record as Keyed).text[language];
  return [...keys].some((key) => own?.[key] === undefined && has(textIn(record as Keyed, key, language)));
}

/** `translations` and `isFallback` of a kind, from the rows of its table stored by language. */
export function translationFields<R extends Translated & Slugged>(
  type: ObjectType<R>,
  name: string,
  table: FieldTable,
  mayChange: MayChange<R>,
): void {
  const rows = Object.entries(table).filter(([, { stored }]) => stored === 'text');
  const Translation = builder.objectRef<Translation<R>>(`${name}Translation`).implement({
    description: 'The texts of a record in one language. A missing text is null.',
    fields: (t) => ({
      language: t.expose('language', { type: LanguageEnum, description: 'The language.' }),
      slug: t.string({
        nullable: true,
        description: 'Slug in this language, percent-encoded.',
        resolve: ({ record, language }) =>
          record.slug[language] === undefined ? null : wireSlug(record.slug[language]),
      }),
      isOriginal: t.boolean({
        description: 'Whether the record was first written in this language.',
        resolve: ({ record, language }) => record.original === language,
      }),
      isComplete: t.boolean({
        description: 'Whether every text of the original exists in this language too; custom fields do not count.',
        resolve: ({ record, language }) => isComplete(record, language),
      }),
    }),
  });
  for (const [key, field] of rows)
    addFields(
      Translation,
      textFields<Translation<R>>(key, field, {
        args: {},
        read: ({ record, language }) => (record as Keyed).text[language]?.[key],
        missing: null,
        mayChange: (viewer, { record }) => mayChange(viewer, record),
      }),
    );
  builder.objectFields(type, (t) => ({
    translations: t.field({
      type: [Translation],
      description: 'The texts of the record in each of its languages, the original first.',
      resolve: (record) => languagesOf(record).map((language) => ({ record, language })),
    }),
    isFallback: t.boolean({
      args: inLanguage,
      description:
        'Whether some texts are shown in a language other than the one you asked for; custom fields do not count.',
      resolve: (record, { language }, ctx: Context) => isFallback(record, language ?? ctx.language),
    }),
  }));
}

const languagesOf = ({ text, slug, original }: Translated & Slugged) =>
  fallbackOrder(original, original).filter((language) => text[language] !== undefined || slug[language] !== undefined);
