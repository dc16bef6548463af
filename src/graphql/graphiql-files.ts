import { createFiles, type Files } from '../http/files.ts';
import { type Language, perLanguage } from '../rules/language.ts';
import { exampleIn } from './graphiql-examples.ts';
import { PAGE_SCRIPT } from './graphiql-page.ts';
import { startScript } from './graphiql-start.ts';
import { OWN_STYLE } from './graphiql-style.ts';

/** What the page of GraphiQL loads. */
export interface GraphiqlFiles extends Pick<Files, 'get'> {
  names: { icon: string; style: string; editor: string; page: string; start: Readonly<Record<Language, string>> };
}

/** The files of GraphiQL, none of which asks another server. They are large: read when the first browser comes. */
export async function loadGraphiqlFiles(examples: readonly string[]): Promise<GraphiqlFiles> {
  const graphiql = await import('@graphql-yoga/render-graphiql/graphiql');
  const { add, get } = createFiles();
  const workers = {
    editorWorkerService: add('editor-worker.js', graphiql.editorWorkerService),
    json: add('json-worker.js', graphiql.jsonWorker),
    graphql: add('graphql-worker.js', graphiql.graphqlWorker),
  };
  const startIn = (language: Language): string =>
    startScript(
      examples.map((document) => exampleIn(language, document)),
      workers,
    );
  const names = {
    icon: add('favicon.ico', Buffer.from(graphiql.favicon.replace(/^[^,]*,/, ''), 'base64')),
    style: add('graphiql.css', graphiql.css + OWN_STYLE),
    editor: add('graphiql.js', graphiql.js),
    page: add('page.js', PAGE_SCRIPT),
    start: perLanguage((language) => add('start.js', startIn(language))),
  };
  return { names, get };
}
