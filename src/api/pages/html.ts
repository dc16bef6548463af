import { escapeHtml } from '../../domain/html.ts';

/** HTML that is safe to send: made by `html`, or by code that vouches for it. */
export class Html {
  constructor(readonly text: string) {}
}

/** A value in a template. Lists are joined; undefined, null and false give nothing. */
export type Part = Html | string | number | undefined | null | false | readonly Part[];

const looked = new WeakSet<readonly string[]>();

/** Refuses a template with an attribute without quotes, because a value in it could add other attributes. */
function refuseUnquoted(texts: readonly string[]) {
  if (looked.has(texts)) return;
  if (texts.some((text, index) => index < texts.length - 1 && /\s[\w:-]+\s*=\s*$/.test(text)))
    throw new Error(`The template ${texts.join('…')} has an attribute without quotes.`);
  looked.add(texts);
}

/** Builds HTML from a template. Values may stand in content and in quoted attributes. All but `Html` is escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  refuseUnquoted(texts);
  return new Html(texts.reduce((written, text, index) => written + textOf(parts[index - 1]) + text));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === undefined || part === null || part === false ? '' : escapeHtml(String(part));
}

/** The attributes that have a value, ready to follow the name of an element. */
export const attributes = (values: Readonly<Record<string, string | number | null | undefined>>): Html =>
  new Html(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
      .join(''),
  );

/** A character as JSON may write it. */
const escaped = (sign: string) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Data in a `<script>` that no browser runs. Nothing in the data can end the element. */
export const dataScript = (type: string, data: unknown): Html =>
  new Html(`<script type="${type}">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, escaped)}</script>`);
