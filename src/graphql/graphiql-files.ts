import { createFiles, type Files } from '../http/files.ts';
import { OWN_STYLE, startScript, TABS_SCRIPT } from './graphiql-start.ts';

/** What the page of GraphiQL loads. */
export interface GraphiqlFiles extends Pick<Files, 'get'> {
  names: { icon: string; style: string; editor: string; tabs: string; start: string };
}

/** The files of GraphiQL, none of which asks another server. They are large: read when the first browser comes. */
export async function loadGraphiqlFiles(): Promise<GraphiqlFiles> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const { add, get } = createFiles();
  const workers = {
    editorWorkerService: add('editor-worker.js', graphiql.editorWorkerService),
    json: add('json-worker.js', graphiql.jsonWorker),
    graphql: add('graphql-worker.js', graphiql.graphqlWorker),
  };
  const names = {
    icon: add('favicon.ico', Buffer.from(graphiql.favicon.replace(/^[^,]*,/, ''), 'base64')),
    style: add('graphiql.css', graphiql.css + OWN_STYLE),
    editor: add('graphiql.js', graphiql.js),
    tabs: add('tabs.js', TABS_SCRIPT),
    start: add('start.js', startScript(workers)),
  };
  return { names, get };
}
