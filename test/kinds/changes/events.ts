import type { TestApp } from '../../support/app.ts';

/** A server-sent event; a comment is none. */
export interface ServerSent {
  id?: string;
  event?: string;
  data?: string;
}

/** A stream of events that is read as it comes. */
export interface EventsRead {
  response: Response;
  /** The next event; undefined fields where it has them not. @throws where the stream ends before */
  next(): Promise<ServerSent>;
  /** All that has come so far, comments too. */
  text(): string;
  /** Reads until the stream ends. */
  rest(): Promise<ServerSent[]>;
  close(): Promise<void>;
}

interface Opening {
  /** `name:secret` of who asks. */
  secret?: string | undefined;
  /** Where the client is, as a proxy on this machine says it. */
  address?: string;
  headers?: Record<string, string>;
  method?: string;
  body?: string;
}

/** Opens a stream. */
export async function openEvents(address: string, opening: Opening = {}): Promise<EventsRead> {
  const { secret, address: from, headers = {}, ...init } = opening;
  const response = await fetch(address, {
    ...init,
    headers: {
      Accept: 'text/event-stream',
      ...(secret ? { Authorization: `Basic ${Buffer.from(secret).toString('base64')}` } : {}),
      ...(from ? { 'X-Forwarded-For': from } : {}),
      ...headers,
    },
  });
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let read = 0;

  async function next(): Promise<ServerSent | undefined> {
    for (;;) {
      const end = text.indexOf('\n\n', read);
      if (end >= 0) {
        const block = text.slice(read, end);
        read = end + 2;
        if (!block.startsWith(':')) return eventOf(block);
        continue;
      }
      const { done, value } = await reader.read();
      if (done) return undefined;
      text += decoder.decode(value, { stream: true });
    }
  }

  return {
    response,
    text: () => text,
    async next() {
      const event = await next();
      if (!event) throw new Error(`the stream has ended: ${text}`);
      return event;
    },
    async rest() {
      const events: ServerSent[] = [];
      for (let event = await next(); event; event = await next()) events.push(event);
      return events;
    },
    close: () => reader.cancel(),
  };
}

const eventOf = (block: string): ServerSent =>
  Object.fromEntries(
    block.split('\n').map((line) => {
      const [, field, value = ''] = /^(\w+):(?: (.*))?$/s.exec(line) ?? [];
      return [field, value];
    }),
  );

/** How many streams an app that is measured has open. */
export async function openStreams(app: TestApp): Promise<number> {
  const { text } = await app.fetch('/metrics');
  return Number(/^http_streams_open (\d+)$/m.exec(text)?.[1]);
}
