import type { App } from '../../src/app.ts';

/** A request to an app in this process. */
interface Sent {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Sends a request to an app in this process, without HTTP. Streams are read to their end. */
export async function asking(
  { answer }: Pick<App, 'answer'>,
  { method, url, headers = {}, body = '' }: Sent,
): Promise<{ status: number; text: string }> {
  const {
    status,
    content,
    stream = [content],
  } = await answer({
    ...{ method, url: new URL(url), headers },
    ...{ peer: '127.0.0.1', httpVersion: '1.1', load: { inFlight: 0 }, running: {} },
    body: async () => Buffer.from(body),
  });
  const parts: Buffer[] = [];
  for await (const part of stream) parts.push(Buffer.from(part));
  return { status, text: Buffer.concat(parts).toString() };
}
