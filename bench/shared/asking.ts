import type { App } from '../../src/app.ts';

/** A request to a service in this process. */
interface Sent {
  method: string;
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

/** Asks a service in this process, without HTTP. */
export async function asking(
  { answer }: Pick<App, 'answer'>,
  { method, url, headers = {}, body = '' }: Sent,
): Promise<{ status: number; text: string }> {
  const { status, content } = await answer({
    ...{ method, url: new URL(url), headers },
    ...{ peer: '127.0.0.1', httpVersion: '1.1', load: { inFlight: 0 }, running: {} },
    body: async () => Buffer.from(body),
  });
  return { status, text: typeof content === 'string' ? content : Buffer.from(content).toString() };
}
