import { parse, print } from 'graphql';
import type { Kind, PageFact } from '../../kinds/define-kind.ts';
import { EVENT_LINKS } from '../../kinds/event-links.ts';
import { KINDS } from '../../kinds/kinds.ts';
import { nameQueryOf, sitemapQueryOf } from './queries.ts';

/** What a page selects of a record for each of its facts. */
const SELECTIONS: Readonly<Record<PageFact, string>> = {
  place: '...Place',
  phone: 'phone',
  email: 'email',
  website: 'website',
};

/** A name in a link, with its languages. */
const NAMED = 'name url translations { language name }';

/** Sitemaps leave out terms without events. */
const inSitemaps = ({ bySlug: isPost }: Kind['rest']): string => (isPost ? '' : 'where: { hasEvents: true }, ');

/**
 * The operations of pages that follow from the declarations of kinds: `schema/pages/generated.graphql`. `npm run schema` writes
 * that file. The other operations are written by hand beside it.
 */
export const generatePageOperations = (): string =>
  print(
    parse(`
      ${EVENT_LINKS.map(
        ({ queries, page }) => `
      query ${page.operation}($ref: RecordRef!) {
        record: ${queries.one}(ref: $ref) {
          databaseId
          url
          en: url(language: EN)
          ko: url(language: KO)
          es: url(language: ES)
          translations { language name description }
          name
          description
          image { ...PictureOnPage }
          ${page.facts.map((fact) => SELECTIONS[fact]).join('\n')}
          ...CustomFieldsOnPage
          jsonLd
        }
      }`,
      ).join('\n')}
      ${KINDS.map(
        ({ name, queries, rest }) => `
      query ${sitemapQueryOf(name)}($page: Int!, $perPage: Int!) {
        list: ${queries.page}(${inSitemaps(rest)}page: $page, perPage: $perPage) {
          items {
            en: url(language: EN)
            ko: url(language: KO)
            es: url(language: ES)
            translations { language }
            modifiedAt
          }
        }
      }
      query ${nameQueryOf(name)}($ref: RecordRef!) {
        record: ${queries.one}(ref: $ref) { databaseId title }
      }`,
      ).join('\n')}
      query Sitemap {
        ${KINDS.map(({ plural, queries, rest }) => `${plural}: ${queries.page}(${inSitemaps(rest)}perPage: 1) { total }`).join('\n')}
        series: seriesList(first: 1) { nodes { databaseId } }
      }
      fragment LinkedOnPage on Event {
        ${EVENT_LINKS.map(({ inEvents, page }) => `${inEvents} { ${NAMED} image { ...PictureOnPage } ${page.facts.includes('place') ? '...Place' : ''} }`).join('\n')}
      }
      fragment MoreOnPage on Event {
        ${EVENT_LINKS.map(({ inEvents }) => `${inEvents} { databaseId ${NAMED} events(first: 4, where: { when: UPCOMING, collapseSeries: true, not: $own }) { nodes { ...EventInList } } }`).join('\n')}
      }
      fragment LinkedCounts on Query {
        ${EVENT_LINKS.map(({ inEvents, queries }) => `${inEvents}: ${queries.page}(perPage: 1) { total }`).join('\n')}
      }`),
  );
