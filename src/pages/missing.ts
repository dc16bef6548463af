import { type DomainError, type ErrorCode, httpStatus } from '../errors.ts';
import { type Answer, appendHeader, type Incoming, jsonAnswer, jsonFailure } from '../http/exchange.ts';
import type { Answered } from '../http/steps.ts';
import { type PageAddress, spokenPath } from '../links.ts';
import type { Language } from '../rules/language.ts';
import { html } from './html.ts';
import { pageAnswer, wayUp } from './layout.ts';
import { WORDS } from './words.ts';

type Known = Incoming & { page?: PageAddress; language?: Language };

/** Whether an answer is for people to read: at the page of a record, and where a client says that it shows pages. */
const wantsPage = ({ page, headers }: Known): boolean =>
  page !== undefined || (headers.accept?.includes('text/html') ?? false);

/** To a page nobody is told more than that: a record that is not public is not there. */
const MISSING = /_NOT_FOUND$|^NO_ROUTE$|^INVALID_FIELD$/;

const statusOf = (code: ErrorCode): number => (MISSING.test(code) ? 404 : httpStatus(code));

const SAID: Readonly<Record<number, 'missing' | 'busy'>> = { 404: 'missing', 429: 'busy', 503: 'busy' };

function plainPage(status: number, { url, ...known }: Known): Answer {
  const { segment } = spokenPath(url.pathname);
  const language = segment ?? known.language ?? 'en';
  const words = WORDS[language];
  const said = words[SAID[status] ?? 'failed'];
  return pageAnswer({
    status,
    language,
    at: wayUp(url.pathname),
    segment,
    title: said,
    head: html`<meta name="robots" content="noindex">`,
    body: html`<main>
<h1>${status}</h1>
<p class="lead">${said}</p>
</main>`,
    headers: { 'Cache-Control': 'no-cache' },
  });
}

function varying(answer: Answer): Answer {
  appendHeader(answer, 'Vary', 'Accept');
  return answer;
}

/** The answer where nothing is. */
export const missingStep = (known: Known): Answered => ({
  answer: varying(
    wantsPage(known) ? plainPage(404, known) : jsonAnswer(404, { message: 'There is nothing at this address.' }),
  ),
});

/** The answer to an error: a page for people, for programs what went wrong. */
export const pagesFailed = (error: DomainError, known: object): Answer =>
  varying(wantsPage(known as Known) ? plainPage(statusOf(error.code), known as Known) : jsonFailure(error));
