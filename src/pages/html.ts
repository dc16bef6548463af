import { escapeHtml } from '../rules/html.ts';

/** HTML that is ready to be sent: made by `html`, or by whoever vouches for it. */
export class Html {
  constructor(readonly text: string) {}
}

/** What may stand in a template. Lists are joined; nothing stands for undefined, null and false. */
export type Part = Html | string | number | undefined | null | false | readonly Part[];

const looked = new WeakSet<readonly string[]>();

/** A value in an attribute without quotes could add others. */
function refuseUnquoted(texts: readonly string[]): void {
  if (looked.has(texts)) return;
  if (texts.some((text, index) => index < texts.length - 1 && /\s[\w:-]+\s*=\s*$/.test(text)))
    throw new Error(`The template ${texts.join('…')} has an attribute without quotes.`);
  looked.add(texts);
}

/** A template whose values are text, in content and in quoted attributes: all but `Html` is escaped. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
  refuseUnquoted(texts);
  return new Html(texts.reduce((written, text, index) => written + textOf(parts[index - 1]) + text));
}

function textOf(part: Part): string {
  if (part instanceof Html) return part.text;
  if (Array.isArray(part)) return part.map(textOf).join('');
  return part === undefined || part === null || part === false ? '' : escapeHtml(String(part));
}

/** The attributes of an element that have a value, ready to stand behind its name. */
export const attributes = (values: Readonly<Record<string, string | number | null | undefined>>): Html =>
  new Html(
    Object.entries(values)
      .filter(([, value]) => value !== null && value !== undefined)
      .map(([name, value]) => ` ${name}="${escapeHtml(String(value))}"`)
      .join(''),
  );

const CODES: Readonly<Record<string, string>> = {
  ...{ '<': '\\u003c', '>': '\\u003e', '&': '\\u0026', '\u2028': '\\u2028', '\u2029': '\\u2029' },
};

/** Data in a `<script>` that no browser runs: nothing in it ends the element. */
export const dataScript = (type: string, data: unknown): Html =>
  new Html(
    `<script type="${type}">${JSON.stringify(data).replace(/[<>&\u2028\u2029]/g, (sign) => CODES[sign]!)}</script>`,
  );
