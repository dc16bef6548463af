import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { startScript } from './graphiql-start.ts';

/** A file of GraphiQL, as browsers get it. */
export interface GraphiqlFile {
  type: string;
  content: Uint8Array;
  /** The same, compressed by gzip. */
  zipped: Promise<Uint8Array>;
}

/** What the page of GraphiQL loads. A name tells the content: one that is there is always the same. */
export interface GraphiqlFiles {
  names: { icon: string; style: string; editor: string; start: string };
  file(name: string): GraphiqlFile | undefined;
}

const SCRIPT = 'text/javascript; charset=utf-8';

/** The files of GraphiQL, none of which asks another server. They are large: read when the first browser comes. */
export async function loadGraphiqlFiles(): Promise<GraphiqlFiles> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const files = new Map<string, GraphiqlFile>();

  function add(name: string, type: string, text: string | Uint8Array): string {
    const content = Buffer.from(text as string);
    const hash = createHash('sha256').update(content).digest('hex').slice(0, 16);
    const hashed = name.replace('.', `-${hash}.`);
    let zipped: Promise<Uint8Array> | undefined;
    files.set(hashed, {
      type,
      content,
      get zipped() {
        zipped ??= promisify(gzip)(content);
        return zipped;
      },
    });
    return hashed;
  }

  const workers = {
    editorWorkerService: add('editor-worker.js', SCRIPT, graphiql.editorWorkerService),
    json: add('json-worker.js', SCRIPT, graphiql.jsonWorker),
    graphql: add('graphql-worker.js', SCRIPT, graphiql.graphqlWorker),
  };
  const names = {
    icon: add('favicon.ico', 'image/x-icon', Buffer.from(graphiql.favicon.replace(/^[^,]*,/, ''), 'base64')),
    style: add('graphiql.css', 'text/css; charset=utf-8', graphiql.css),
    editor: add('graphiql.js', SCRIPT, graphiql.js),
    start: add('start.js', SCRIPT, startScript(workers)),
  };
  return { names, file: (name) => files.get(name) };
}
