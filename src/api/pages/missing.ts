import { DomainError, httpStatus } from '../../domain/errors.ts';
import { type Language, perLanguage } from '../../domain/language.ts';
import { type Answer, appendHeader, type Incoming, jsonFailure } from '../../http/exchange.ts';
import type { Answered } from '../../http/steps.ts';
import { spokenPath } from '../../kinds/addresses.ts';
import type { PageAddress } from './address.ts';
import { html } from './html.ts';
import { pageAnswer, placeOf } from './layout.ts';
import { listHref, type PageSite, pathIn, relativeHref } from './site.ts';
import { filled, WORDS } from './words.ts';

type PageRequest = Incoming & { page?: PageAddress; feed?: object; language?: Language };

/**
 * Whether to answer with a page: at the address of a page, or if the client accepts HTML. A saved query never gets one, so
 * that people who open it in a browser see what is wrong with its parameters.
 */
const wantsPage = ({ page, feed, headers }: PageRequest) =>
  page !== undefined || (!(feed && 'saved' in feed) && (headers.accept?.includes('text/html') ?? false));

/** Codes that pages report as 404. They do not reveal that a record exists but is not public. */
const MISSING = /_NOT_FOUND$|^NO_ROUTE$/;

/** The query parameters of a page, by field. A problem with any other field means that the record does not exist. */
const ASKED: Readonly<Record<string, string>> = {
  search: 's',
  'tribe-bar-date': 'tribe-bar-date',
  eventDate: 'eventDate',
};

const invalidIn = ({ problems }: DomainError) => problems.flatMap(({ field }) => ASKED[field] ?? []);

function statusOf(error: DomainError): number {
  if (error.code === 'INVALID_FIELD') return invalidIn(error).length ? 400 : 404;
  return MISSING.test(error.code) ? 404 : httpStatus(error.code);
}

const NOTHING = new DomainError('NO_ROUTE', 'There is nothing at this address.');

const SAID: Readonly<Record<number, 'missing' | 'invalid' | 'busy'>> = {
  400: 'invalid',
  404: 'missing',
  429: 'busy',
  503: 'busy',
};

/** The answers where there is no page. */
interface Missing {
  /** The answer at an address where there is nothing. */
  step(request: Incoming): Answered;
  /** The answer to an error: a page for people, JSON for programs. */
  failed(error: DomainError, request: object): Answer;
}

export function createMissing(site: PageSite): Missing {
  const languageOf = ({ url, language }: Pick<PageRequest, 'url' | 'language'>) =>
    spokenPath(url.pathname).segment ?? language ?? site.standard;

  function plainPage(status: number, { url, ...request }: PageRequest, fields: readonly string[] = []) {
    const { segment, path } = spokenPath(url.pathname);
    const language = languageOf({ url, ...request });
    const words = WORDS[language].errors;
    const said = filled(words[SAID[status] ?? 'failed'], { fields: fields.join(', ') });
    const place = placeOf(site, { url, segment, language });
    const { at } = place;
    return pageAnswer(place, {
      status,
      title: said,
      others: perLanguage((each) => relativeHref(at + pathIn(site, each) + path.slice(1) + url.search)),
      head: html`<meta name="robots" content="noindex">`,
      main: html`<h1>${status}</h1>
<p class="lead">${said}</p>
<p><a href="${listHref({ at, site, language })}">${words.home}</a></p>`,
      headers: { 'Cache-Control': 'no-cache' },
    });
  }

  return {
    step: (request) => ({
      answer: varying(wantsPage(request) ? plainPage(404, request) : jsonFailure(NOTHING, languageOf(request))),
    }),
    failed: (error, request) =>
      varying(
        wantsPage(request as PageRequest)
          ? plainPage(statusOf(error), request as PageRequest, invalidIn(error))
          : jsonFailure(error, languageOf(request as PageRequest)),
      ),
  };
}

function varying(answer: Answer) {
  appendHeader(answer, 'Vary', 'Accept');
  return answer;
}
