import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';

/** What somebody asks a site for, and how it answers. */
export type AnswerSite = (asked: { url: URL; request: IncomingMessage }, response: ServerResponse) => unknown;

/** A site on the loopback, until the test has finished. */
export interface Site {
  /** `http://127.0.0.1:PORT` */
  url: string;
  /** Paths with their queries, in the order in which they were asked for. */
  asked: string[];
}

export async function serveSite(answer: (site: Site) => AnswerSite): Promise<Site> {
  const site: Site = { url: '', asked: [] };
  let answering: AnswerSite;
  const server = createServer((request, response) => {
    site.asked.push(request.url!);
    answering({ url: new URL(request.url!, site.url), request }, response);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  site.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  answering = answer(site);
  return site;
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  response.writeHead(status, { 'Content-Type': 'application/json; charset=UTF-8' }).end(JSON.stringify(body));
}

/** Lists of the interface, by their names. */
export type Lists = Readonly<Record<'events' | 'venues' | 'organizers' | 'categories' | 'tags', readonly object[]>>;

const NAMESPACE = 'tribe/events/v1';

/**
 * Answers as a site with the plug-in does: its page, the index of its interface, and lists in pages of so many at the most.
 * The index also names the routes `besides`. False for all else.
 */
export function answerLists(
  lists: Lists,
  { url }: Parameters<AnswerSite>[0],
  response: ServerResponse,
  most = 50,
  besides: readonly string[] = [],
): boolean {
  const [, list = ''] = new RegExp(`^/wp-json/${NAMESPACE}/(\\w+)$`).exec(url.pathname) ?? [];
  if (url.pathname === '/' && url.search === '') {
    const link = `<${url.origin}/wp-json/>; rel="https://api.w.org/"`;
    response.writeHead(200, { 'Content-Type': 'text/html', Link: link }).end('<!doctype html><title>A site</title>');
  } else if (url.pathname === '/wp-json/') {
    const paths = [...Object.keys(lists).map((each) => `/${NAMESPACE}/${each}`), ...besides];
    const routes = Object.fromEntries(paths.map((path) => [path, { endpoints: [] }]));
    sendJson(response, { namespaces: [NAMESPACE], timezone_string: 'America/New_York', routes });
  } else if (list in lists) {
    const [page, asked] = ['page', 'per_page'].map((name) => Number(url.searchParams.get(name))) as [number, number];
    const size = Math.min(asked, most);
    const all = lists[list as keyof Lists];
    const some = all.slice((page - 1) * size, page * size);
    sendJson(response, { [list]: some, total: all.length, total_pages: Math.ceil(all.length / size) });
  } else return false;
  return true;
}
