import type { Invitation } from '../../domain/calendar-links.ts';
import { statusIn, titleIn } from '../../domain/feed-event.ts';
import { plainText, withPictures } from '../../domain/html.ts';
import type { Language } from '../../domain/language.ts';
import type { KindName } from '../../kinds/kinds.ts';
import { colourOf, marksOf } from './events.ts';
import { Html, html, type Part } from './html.ts';
import { LAZILY, picture, type ShownImage, sourceOf } from './images.ts';
import { addressLine, factsOf, linkTo, type Shown } from './kinds.ts';
import { hrefOf, listHref, type PageContext } from './site.ts';
import { addMenu, shareMenu } from './take.ts';
import { stateOf, timeIn } from './times.ts';
import { langOf, saidIn } from './translated.ts';
import { WORDS } from './words.ts';

/** A record that a page is about. */
export interface ShownRecord {
  kind: KindName;
  record: Shown;
  page: PageContext;
}

/** A link to where a visitor came from: to the list of all events, or with a script to the last view. */
export const backLink = (page: PageContext): Html =>
  html`<p class="back"><a href="${listHref(page)}" data-back>← ${WORDS[page.language].back}</a></p>`;

/** The article about a record: its name, picture and text, with its facts beside them. */
export function recordArticle(shown: ShownRecord): Html {
  const { kind, record, page } = shown;
  if (kind !== 'event') return articleOf(shown, {});
  const isOver = stateOf(record, page) === 'over';
  const { language } = page;
  return articleOf(shown, {
    when: html`<p class="when">${timeIn(language, 'long', record, page.site.zone)}</p>
${record.series && html`<p class="rule">${record.series.ruleText && [record.series.ruleText, ' · ']}<a href="${hrefOf(page, record.series.url)}">${WORDS[language].series.allDates}</a></p>`}
${isOver && html`<p class="status">${WORDS[language].isOver}</p>`}
${statusOf(record, page)}
${marksOf(record, page, 'status')}`,
    take: [
      !isOver && addMenu(page, invitationTo(record, language), record.series?.databaseId),
      shareMenu(page, record.url),
    ],
  });
}

/** Names of more characters stand smaller. */
const LONG = 60;

/** An article, with when it takes place below its name, and what one may do with it. */
export function articleOf({ kind, record, page }: ShownRecord, { when, take }: { when?: Part; take?: Part }): Html {
  const { language } = page;
  const facts = factsOf(kind, record, page);
  const pictureAt = (address: string) => {
    const src = sourceOf(page, address);
    return src === undefined ? undefined : { src, ...LAZILY };
  };
  const aside = facts || take;
  // Without a picture, the facts stand beside the name.
  const look = aside && !record.image && ` plain ${colourOf(record.categories?.[0])}`;
  return html`<article class="record${look}">
<header>
${when && categoryAbove(record, page)}
<h1 class="${record.name.length > LONG ? 'lengthy' : 'name'}"${langOf(record, 'name', language)}>${record.name}</h1>
${when}
</header>
${record.image && pictureOf(record.image, page)}
${
  record.description &&
  html`<h2 class="aside">${WORDS[language].description}</h2>
<div class="text"${langOf(record, 'description', language)}>
${new Html(withPictures(record.description, pictureAt))}
</div>`
}
${
  aside &&
  html`<aside>
${facts}
${take && html`<div class="take">${take}</div>`}
</aside>`
}
</article>`;
}

/** Says that an event does not take place as planned, and why. */
function statusOf(record: Shown, { language }: PageContext): Part {
  const status = statusIn(record, language);
  const reason = record.statusReason && [': ', saidIn(record, 'statusReason', language)];
  return status && html`<p class="status"><strong>${status}</strong>${reason}</p>`;
}

/** An event as links to other calendars need it. */
const invitationTo = (
  { name: title, eventStatus, startsAt, endsAt, timezone, allDay, description, url, onlineUrl, venues: [venue] }: Shown,
  language: Language,
): Invitation => ({
  title: titleIn({ title, eventStatus }, language),
  startsAt: Date.parse(startsAt),
  endsAt: Date.parse(endsAt),
  zone: timezone,
  allDay,
  location: venue && 'address' in venue ? [venue.name, addressLine(venue)].filter(Boolean).join(', ') : undefined,
  details: plainText(description),
  onlineUrl,
  url,
});

function categoryAbove(record: Shown, page: PageContext): Part {
  const [category] = record.categories;
  return category && html`<p class="kind ${colourOf(category)}">${linkTo(page)(category)}</p>`;
}

/** The picture of a record, or a link to it if pages may not show it. */
const pictureOf = (image: ShownImage, page: PageContext) =>
  picture(image, page, 'picture') ??
  html`<p><a href="${image.url}" rel="nofollow noopener">${image.alternativeText || WORDS[page.language].picture}</a></p>`;
