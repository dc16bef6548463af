import { createHash, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import { createReader, type Language } from './read.ts';
import { createShow, type Show } from './show.ts';
import { openTables } from './tables.ts';
import { createWriter, Refused } from './write.ts';

// A calendar as a good engineer writes it by hand for one site: node:http, tables, SQL. Visitors see what is published;
// who has the password may write, and see the rest.

const { FILE = '', PORT = '0', SITE_URL = '', PASSWORD_HASH = '', USER_ID = '1' } = process.env;

const LONGEST_BODY = 1_000_000;
const PER_PAGE = 10;
const PATH = /^(?:\/(ko|es))?\/wp-json\/calendar\/events\/v1\/events(?:\/(\d+))?\/?$/;

const database = openTables(FILE);
const reader = createReader(database);
const writer = createWriter(database);
const shows: Record<Language, Show> = {
  en: createShow(SITE_URL, 'en'),
  ko: createShow(SITE_URL, 'ko'),
  es: createShow(SITE_URL, 'es'),
};
const passwordHash = Buffer.from(PASSWORD_HASH, 'hex');

const hasPassword = ({ headers: { authorization } }: IncomingMessage): boolean =>
  authorization !== undefined && timingSafeEqual(createHash('sha256').update(authorization).digest(), passwordHash);

interface Answer {
  status: number;
  body: object;
  headers?: Record<string, string | number>;
}

const refusal = (status: number, code: string, more: object = {}): Answer => ({
  status,
  body: { code, data: { status, ...more } },
});

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > LONGEST_BODY) throw new Refused({ body: 'It is too large.' });
    chunks.push(chunk);
  }
  try {
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString());
    if (typeof body === 'object' && body !== null) return body;
  } catch {}
  throw new Refused({ body: 'It must be an object in JSON.' });
}

function list(request: IncomingMessage, asked: URLSearchParams, language: Language): Answer {
  const [start, end] = [asked.get('start_date') ?? '', asked.get('end_date') ?? ''];
  const [from, before] = [Date.parse(`${start}Z`), Date.parse(`${end}Z`)];
  const page = Number(asked.get('page') ?? '1');
  if (Number.isNaN(from) || Number.isNaN(before) || !Number.isSafeInteger(page) || page < 1)
    return refusal(400, 'rest_invalid_param');
  const { total, events } = reader.page(
    { from, before, perPage: PER_PAGE, page },
    { language, all: hasPassword(request) },
  );
  const body = shows[language].listOf(events, { start, end, page, perPage: PER_PAGE, total });
  return { status: 200, body, headers: { 'X-TEC-Total': total, 'X-TEC-TotalPages': body.total_pages } };
}

interface Named {
  id: number;
  language: Language;
}

function one(request: IncomingMessage, { id, language }: Named): Answer {
  const all = hasPassword(request);
  const found = reader.one(id, { language, all });
  if (!found || (found.event.status !== 'publish' && !all)) return refusal(404, 'not_found');
  return { status: 200, body: shows[language].eventOf(found, true) };
}

async function create(request: IncomingMessage, language: Language): Promise<Answer> {
  if (!hasPassword(request)) return refusal(401, 'rest_cannot_create');
  const id = writer.create(await bodyOf(request), { user: Number(USER_ID), language });
  return { status: 201, body: shows[language].eventOf(reader.one(id, { language, all: true })!) };
}

async function update(request: IncomingMessage, { id, language }: Named): Promise<Answer> {
  if (!hasPassword(request)) return refusal(401, 'rest_cannot_edit');
  const changed = writer.changeTitle(id, await bodyOf(request), language);
  if (!changed) return refusal(404, 'not_found');
  return { status: 200, body: shows[language].eventOf(reader.one(id, { language, all: true })!) };
}

async function answer(request: IncomingMessage): Promise<Answer> {
  const url = new URL(request.url!, SITE_URL);
  const found = PATH.exec(url.pathname);
  if (!found) return refusal(404, 'rest_no_route');
  const language = (found[1] ?? 'en') as Language;
  const id = found[2] === undefined ? undefined : Number(found[2]);
  const { method } = request;
  if (id === undefined && method === 'GET') return list(request, url.searchParams, language);
  if (id === undefined && method === 'POST') return create(request, language);
  if (id !== undefined && method === 'GET') return one(request, { id, language });
  if (id !== undefined && method === 'PATCH') return update(request, { id, language });
  return refusal(405, 'method_not_allowed');
}

function failed(error: unknown): Answer {
  if (error instanceof Refused) return refusal(400, 'rest_invalid_param', { params: error.problems });
  process.stderr.write(`${(error as Error).stack}\n`);
  return refusal(500, 'internal_error');
}

createServer(async (request, response) => {
  const { status, body, headers } = await answer(request).catch(failed);
  // No text may end a script element of a page that has it.
  const text = JSON.stringify(body).replaceAll('<', '\\u003c');
  const type = 'application/json; charset=UTF-8';
  response.writeHead(status, { 'Content-Type': type, 'Content-Length': Buffer.byteLength(text), ...headers }).end(text);
}).listen(Number(PORT), '127.0.0.1');
