import type { Language } from '../../domain/language.ts';
import { type Html, html } from './html.ts';
import type { PageContext } from './site.ts';

/** Languages as other sites spell them. */
const LOCALES: Readonly<Record<Language, string>> = { en: 'en_US', ko: 'ko_KR', es: 'es_ES' };

/** What other sites show of a page that somebody shares. */
interface Preview {
  type: string;
  title: string;
  description?: string;
  url: string;
  image?: string | undefined;
}

/** Tells other sites what to show of a page. */
export function previewOf(
  { language, site }: Pick<PageContext, 'language' | 'site'>,
  { image, ...preview }: Preview,
): Html {
  const properties = { ...preview, image, site_name: site.abouts[language].name, locale: LOCALES[language] };
  return html`${Object.entries(properties).map(
    ([name, content]) =>
      content &&
      html`<meta property="og:${name}" content="${content}">
`,
  )}<meta name="twitter:card" content="${image ? 'summary_large_image' : 'summary'}">
`;
}
