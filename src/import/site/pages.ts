import { asText } from '../../domain/fields/kind.ts';
import { sourceRefused } from '../item.ts';
import type { Body } from './bodies.ts';
import type { SiteClient } from './client.ts';
import { parsed } from './discover.ts';

/** A page of a list. */
export interface Page {
  bodies: Body[];
  /** How many records and pages there are, according to the site. */
  total: number;
  pages: number;
  /** The language in the response's header. */
  language: string | undefined;
}

/** A request for a page of a list. */
interface PageRequest {
  address: URL;
  /** The member that contains the list. */
  member: string;
}

/** Maximum pages of a list: a million records. */
export const MOST_PAGES = 20_000;

/**
 * Reads a page of a list; undefined past the end.
 * @throws SourceRefused if the response does not come from the API
 */
export async function readPage(client: SiteClient, { address, member }: PageRequest): Promise<Page | undefined> {
  const { status, headers, text, url } = await client.ask(address);
  const body = parsed(text) as (Body & { code?: unknown }) | undefined;
  const code = typeof body?.code === 'string' ? body.code : undefined;
  if (status === 404 && code !== undefined && code !== 'rest_no_route') return undefined;
  if (status !== 200) throw sourceRefused(`${url.href} answers ${status}${code ? ` ${code.slice(0, 100)}` : ''}`);
  const list = body?.[member];
  if (!Array.isArray(list)) {
    const type = String(headers['content-type'] ?? 'no type').split(';')[0];
    throw sourceRefused(`${url.href} answers ${body === undefined ? type : 'JSON'} without a list of ${member}`);
  }
  return {
    bodies: list.filter((each) => typeof each === 'object' && each !== null),
    total: numberOf(body?.total ?? headers['x-tec-total']),
    pages: numberOf(body?.total_pages ?? headers['x-tec-totalpages']),
    language: headers['content-language'],
  };
}

const numberOf = (said: unknown) => {
  const number = Number(asText(said));
  return Number.isSafeInteger(number) && number > 0 ? number : 0;
};
