import { perLanguage } from '../../domain/language.ts';
import type { Answer } from '../../http/exchange.ts';
import { isRequired } from '../graphql/input-schema.ts';
import type { Operation } from '../graphql/operations.ts';
import { html } from '../pages/html.ts';
import { type Place, pageAnswer } from '../pages/layout.ts';
import { pathIn, relativeHref } from '../pages/site.ts';
import { WORDS } from '../pages/words.ts';

/** The page that lists the operations for people. `isFeed` says which of them can be followed. */
export function operationsPage(
  place: Place,
  operations: readonly Operation[],
  isFeed: (name: string) => boolean,
): Answer {
  const { site, at, language } = place;
  const words = WORDS[language].operations;
  const { documentation, document } = WORDS[language].home;
  return pageAnswer(place, {
    title: words.title,
    others: perLanguage((each) => relativeHref(`${at}${pathIn(site, each)}operations/`)),
    main: html`<h1>${words.title}</h1>
<p class="lead">${words.about}</p>
<p><a href="openapi.json">${document}</a> · <a href="${at}docs">REST: ${documentation}</a></p>
${operations.length === 0 && html`<p>${words.none}</p>`}
${operations.map((operation) => sectionOf(operation, place, isFeed(operation.name)))}`,
  });
}

function sectionOf({ name, describedIn, parameters, writes }: Operation, place: Place, isFeed: boolean) {
  const { site, at, language } = place;
  const words = WORDS[language].operations;
  const { title, text } = describedIn(language);
  const own = pathIn(site, language);
  const address = html`<code>${writes ? 'POST' : 'GET'} /${own}operations/${name}</code>`;
  const isWhole = !writes && !parameters.some(isRequired);
  return html`<section id="${name}">
<h2>${title}</h2>
${text && html`<p>${coded(text)}</p>`}
<p>${isWhole ? html`<a href="./${name}">${address}</a>` : address}${isFeed && html` · <a href="${at}${own}feeds/${name}.ics">${words.feed}</a>`}</p>
${
  parameters.length > 0 &&
  html`<h3>${words.parameters}</h3>
<div class="text"><ul>
${parameters.map(
  (
    parameter,
  ) => html`<li><code>${parameter.name}</code> <span class="quiet">${String(parameter.type)}${isRequired(parameter) && `, ${words.required}`}</span>${parameter.description && html`<br><span lang="en">${coded(parameter.description)}</span>`}</li>
`,
)}</ul></div>`
}
</section>
`;
}

/** A description, in which what stands between backticks is code. */
const coded = (text: string) =>
  text.split('`').map((each, index) => (index % 2 === 1 ? html`<code>${each}</code>` : each));
