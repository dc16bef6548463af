import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import {
  CallToolRequestSchema,
  type CallToolResult,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { generalRights } from '../../domain/access.ts';
import { DomainError } from '../../domain/errors.ts';
import { goOn, type Work } from '../../domain/event-loop.ts';
import type { Language } from '../../domain/language.ts';
import type { Trace } from '../../domain/request.ts';
import { printable } from '../../domain/text.ts';
import { toWall } from '../../domain/time.ts';
import type { ResolverContext } from '../graphql/context.ts';
import { contextFor, type Tool } from './tools.ts';

/** Answers a message of the protocol. `message` is the body of the request, if it is JSON. */
export type AnswerMessage = (
  request: Request,
  message: unknown,
  caller: { context: ResolverContext; work: Work },
) => Promise<Response>;

interface McpDeps {
  tools: ReadonlyMap<string, Tool>;
  /** Whether tools that write are offered to callers who may write. */
  writes: boolean;
  version: string;
  /** The name of the site. */
  site(language: Language): string;
  /** Called once for every internal error. */
  report(error: unknown, trace: Trace | undefined): void;
}

/** Only this file loads the SDK. */
export function createMcpServer({ tools, writes, version, site, report }: McpDeps): AnswerMessage {
  const isOffered = (tool: Tool, { viewer }: ResolverContext): boolean =>
    !tool.writes || (writes && generalRights(viewer).write);

  async function call(tool: Tool, args: Record<string, unknown>, context: ResolverContext): Promise<CallToolResult> {
    try {
      return resultOf(await tool.run(args, context));
    } catch (error) {
      const isForeseen = error instanceof DomainError;
      if (!isForeseen) report(error, context.running.trace);
      const refusal = isForeseen ? error : new DomainError('INTERNAL', 'Something went wrong on the server.');
      return { ...resultOf(tool.refusal(refusal, context)), isError: true };
    }
  }

  /** A server for one message: none knows of another, so any process can answer. */
  function serverFor({ context, work }: Parameters<AnswerMessage>[2]): Server {
    const server = new Server(
      { name: 'event-calendar', version },
      {
        capabilities: { tools: {} },
        instructions: instructionsFor(site(context.language), context),
        jsonSchemaValidator: UNUSED,
      },
    );
    server.setRequestHandler(ListToolsRequestSchema, () => ({
      tools: [...tools.values()]
        .filter((tool) => isOffered(tool, context))
        .map((tool) => listed(tool, context.language)),
    }));
    server.setRequestHandler(CallToolRequestSchema, async ({ params: { name, arguments: args = {} } }) => {
      const tool = tools.get(name);
      if (!tool || !isOffered(tool, context)) throw new McpError(ErrorCode.InvalidParams, 'There is no such tool.');
      const { trace } = context.running;
      if (trace) trace.operation = name;
      // Other work may have run while the message was read.
      await goOn(work);
      return call(tool, args, contextFor(tool, args, context));
    });
    return server;
  }

  return async (request, message, caller) => {
    const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: true });
    const server = serverFor(caller);
    await server.connect(transport);
    try {
      return await transport.handleRequest(request, { parsedBody: message });
    } finally {
      await server.close();
    }
  };
}

/** For questions to the client, of which we have none. Another one would be made for each message. */
const UNUSED = {
  getValidator(): never {
    throw new Error('The server asks its clients nothing.');
  },
};

/** What an assistant is told at first. */
function instructionsFor(site: string, { zone, now, language }: ResolverContext): string {
  const today = toWall(now, zone).slice(0, 10);
  const [weekday] = new Date(`${today}T00:00:00Z`).toUTCString().split(',');
  return [
    `The calendar of events of ${printable(site)}. Today is ${weekday}, ${today}; times are those of ${zone}, unless an event has another zone.`,
    `Its texts are in English (en), Korean (ko) and Spanish (es), where somebody wrote them; answers are in ${language}.`,
    'To answer a question, call find_events with what the question names: its place (venue, city), its subject (category, tag, or text) and its time in the words of the question (when). Each answer says how they were understood (from, to) and how many events there are (total). get_event reads one event whole.',
    'Tools that write are only there for users who may write. Every tool takes an event by its id, its number or the address of its page.',
  ].join('\n');
}

const listed = ({ name, describedIn, inputSchema, outputSchema, writes, creates }: Tool, language: Language) => ({
  name,
  ...describedIn(language),
  inputSchema: inputSchema as { type: 'object' },
  outputSchema: outputSchema as { type: 'object' },
  annotations: {
    title: describedIn(language).title,
    readOnlyHint: !writes,
    destructiveHint: writes && !creates,
    idempotentHint: !creates,
    openWorldHint: false,
  },
});

const resultOf = (found: object): CallToolResult => ({
  content: [{ type: 'text', text: JSON.stringify(found) }],
  structuredContent: found as Record<string, unknown>,
});
