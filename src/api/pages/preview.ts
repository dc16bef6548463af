import type { Language } from '../../domain/language.ts';
import { shortened } from '../../domain/text.ts';
import { type Html, html } from './html.ts';
import type { PageContext, PreviewImage } from './site.ts';

/** Languages as other sites spell them. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ko: 'ko_KR', es: 'es_ES' };

/** Most characters of a description for other sites. */
const LONGEST = 200;

/** The description of a record for other sites, from its plain text. */
export const summaryOf = (text: string): string => shortened(text.replace(/\s+/g, ' '), LONGEST);

/** Tells search engines the address of a page, and its address in each of these languages. */
export const addressLinks = (
  { language, site }: Pick<PageContext, 'language' | 'site'>,
  languages: readonly Language[],
  addressIn: (language: Language) => string,
): Html => html`<link rel="canonical" href="${addressIn(language)}">
${languages.map(
  (each) => html`<link rel="alternate" hreflang="${each}" href="${addressIn(each)}">
`,
)}<link rel="alternate" hreflang="x-default" href="${addressIn(site.standard)}">`;

/** What other sites show of a page that somebody shares. */
interface Preview {
  type: string;
  title: string;
  description?: string;
  url: string;
  /** Pictures of it, the best first. */
  images?: readonly (PreviewImage | null | undefined)[];
}

/** Chats and social networks draw no SVG. */
const isDrawn = (image: PreviewImage | null | undefined): image is PreviewImage =>
  image != null && !/\.svgz?(?:[?#]|$)/i.test(image.url);

/** Tells other sites what to show of a page. */
export function previewOf(
  { language, site }: Pick<PageContext, 'language' | 'site'>,
  { images = [], ...preview }: Preview,
): Html {
  const { name } = site.abouts[language];
  const image = images.find(isDrawn) ?? (site.image && { ...site.image, alternativeText: name });
  const properties = {
    ...preview,
    image: image?.url,
    'image:width': image?.width,
    'image:height': image?.height,
    'image:alt': image?.alternativeText,
    site_name: name,
    locale: LOCALES[language],
  };
  return html`${Object.entries(properties).map(
    ([name, content]) =>
      content &&
      html`<meta property="og:${name}" content="${content}">
`,
  )}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
`;
}
