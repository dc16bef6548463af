import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, visit } from 'graphql';
import { type Block, commandsOf, isShown, type Page } from './blocks.ts';
import { type Needs, PAGES } from './pages.ts';
import { type Begun, LISTENS, newPlace, PASSWORD, type Place } from './place.ts';
import { runProgram } from './programs.ts';

const SERVER = /(?:npm start|npm run (?:demo|dev)(?: -- .*)?|node dist\/main\.js)$/;
const NOT_FOUND = /^bash: line \d+: ([\w-]+): command not found/m;
/** These go on until somebody ends them. */
const ENDLESS: [RegExp, until: RegExp][] = [
  [/^curl -N /, /\n\n/],
  [/^npm run mesh$/, /Serving/],
];

/** A page whose blocks run one after the other. */
interface OpenPage {
  /** Runs a block, and gives why it was not. It throws if the block is wrong. */
  run(block: Block): Promise<string | undefined>;
  /** The commands that were left out as the page says. */
  leftOut: Set<string>;
  close(): Promise<void>;
}

/** A page in its running place. */
export interface Stage {
  place: Place;
  /** Sends a request to the server of the page, with the rights of its user. */
  fetch(path: string, init?: RequestInit): Promise<Response>;
  graphql(query: string, variables?: object): Promise<unknown>;
  /** Adds a user, whose rights later requests have. */
  addUser(name: string, role: string): Promise<unknown>;
  /** Kills the server and starts it again, from now on with these variables too. */
  restart(env?: Record<string, string>): Promise<void>;
}

export async function openPage({ path, blocks, without }: Page): Promise<OpenPage> {
  const needs: Needs = PAGES[path] ?? {};
  const place = await newPlace(needs.isCopied ?? false);
  const leftOut = new Set<string>();
  const headers: Record<string, string> = {};
  let server: Begun | undefined;
  let said = '';

  async function start(command: string): Promise<void> {
    await server?.stop();
    const begun = await place.begin(command.replace(/PORT=\d+ /, ''), LISTENS);
    server = begun;
    await expectOk(await fetch(`${place.url}/ready`));
  }
  const stage: Stage = {
    place,
    async fetch(url, init) {
      if (!server) await start('npm start');
      return fetch(new URL(url, place.url), { ...init, headers: { ...headers, ...init?.headers } });
    },
    async graphql(query, variables = {}) {
      const isStream = /^\s*subscription/.test(query);
      const sent = { 'Content-Type': 'application/json', ...(isStream && { Accept: 'text/event-stream' }) };
      const body = JSON.stringify({ query, variables });
      const response = await stage.fetch('/graphql', { method: 'POST', headers: sent, body });
      const { data, errors } = JSON.parse(isStream ? await firstOf(response) : await response.text());
      if (errors) throw new Error(JSON.stringify(errors));
      const refused = JSON.stringify(data).match(/"userErrors":\[\{.*?\]/);
      if (refused) throw new Error(refused[0]);
      return data;
    },
    addUser: (name, role) => command(`npm run user -- add ${name} --role ${role}`, false),
    restart(env) {
      Object.assign(place.env, env);
      return start('npm start');
    },
  };
  place.values.push(
    [/http:\/\/127\.0\.0\.1:4000|https:\/\/calendar\.example(?!\.)/g, place.url],
    [/-u ana(?::secret)?/g, `-u 'ana:${PASSWORD}'`],
  );
  // Programs import each other.
  for (const { file, text } of blocks) if (file) writeFileSync(join(place.dir, file), place.typed(text));
  await needs.prepare?.(stage);

  async function command(text: string, isCell: boolean): Promise<void> {
    if (/\bnpm (?:ci|i|install)\b/.test(text)) throw new Error('It installs packages: say above it why it is not run.');
    const endless = ENDLESS.find(([pattern]) => pattern.test(text));
    if (SERVER.test(text)) return start(text);
    if (needs.isStopped?.test(text)) {
      await server?.stop();
      server = undefined;
    } else if (text.startsWith('curl') && !server) await start('npm start');
    if (endless) {
      const begun = await place.begin(text, endless[1]);
      return begun.stop();
    }
    // A program alone in a table is the subject of its row.
    const helped = isCell && needs.helped?.test(text) ? `${text} -- --help` : text;
    said = await place.run(helped, `${PASSWORD}\n`);
    if (text.startsWith('curl') && /"(?:userErrors|errors)":\[\{/.test(said)) throw new Error(said);
    if (/user(?:\.js)? .*add ana/.test(text)) headers.Authorization = `Basic ${btoa(`ana:${PASSWORD}`)}`;
  }

  async function commands(block: Block): Promise<string | undefined> {
    const reasons: string[] = [];
    for (const text of commandsOf(block)) {
      const [left] = [...without].filter(([start]) => text.startsWith(start));
      if (left) {
        leftOut.add(left[0]);
        reasons.push(`${left[0]}: ${left[1]}`);
      } else
        await command(text, block.isCell).catch((error: Error) => {
          const [, missing] = NOT_FOUND.exec(error.message) ?? [];
          if (missing === undefined) throw error;
          reasons.push(`there is no ${missing}`);
        });
    }
    return reasons.length === commandsOf(block).length ? reasons.join('; ') : undefined;
  }

  /** The block behind is the answer or the variables of this one, unless it says what else it is. */
  const isBehind = (block: Block | undefined, ...languages: string[]): block is Block =>
    block !== undefined && block.info === '' && !block.why && languages.includes(block.language);

  function compare(shown: Block, answer: string): void {
    if (!isShown(answer, shown.text, shown.language === 'json'))
      throw new Error(`The page shows\n${shown.text}\nbut the answer is\n${answer.slice(0, 2000)}`);
  }

  async function document({ text, ...block }: Block): Promise<undefined> {
    const named = new Set<string>();
    let name = '';
    visit(parse(text), {
      VariableDefinition: ({ variable }) => void named.add(variable.name.value),
      OperationDefinition(node) {
        name = node.name?.value ?? '';
      },
    });
    if (name) {
      mkdirSync(join(place.dir, 'documents'), { recursive: true });
      writeFileSync(join(place.dir, 'documents', `${name}.graphql`), text);
    }
    const behind = blocks.find(({ line }) => line > block.line);
    const values = named.size > 0 && isBehind(behind, 'json') ? JSON.parse(behind!.text) : {};
    const areVariables = Object.keys(values).length > 0 && Object.keys(values).every((each) => named.has(each));
    const data = await stage.graphql(text, areVariables ? values : {});
    if (isBehind(behind, 'json') && !areVariables) compare(behind!, JSON.stringify(data));
    return undefined;
  }

  /** JSON that stands alone: what its page says that it is. */
  async function json(block: Block): Promise<string | undefined> {
    const [verb = '', target = ''] = block.info.split(' ');
    if (needs.json?.[block.info]) return void (await needs.json[block.info]!(stage, block.text));
    if (verb === 'GET') return compare(block, await (await stage.fetch(target)).text()) as undefined;
    if (verb === 'POST') {
      const sent = { method: verb, headers: { 'Content-Type': 'application/json' }, body: block.text };
      return expectOk(await stage.fetch(target, sent));
    }
    if (verb !== '') {
      const value = JSON.parse(block.text);
      const type = `${verb[0]!.toUpperCase()}${verb.slice(1)}Input!`;
      const query = `mutation ($input: ${type}) { ${verb}(input: $input) { userErrors { path message } } }`;
      return void (await stage.graphql(query, 'input' in value ? value : { input: value }));
    }
    throw new Error('Nothing says what it is: name it behind its language.');
  }

  async function runBlock(block: Block): Promise<string | undefined> {
    const { language, text } = block;
    const before = blocks[blocks.indexOf(block) - 1];
    const isAddress = text.startsWith('/');
    if (language === 'sh') {
      const why = await commands(block);
      const behind = blocks[blocks.indexOf(block) + 1];
      if (why === undefined && isBehind(behind, 'json', '') && !behind.text.startsWith('/')) compare(behind, said);
      return why;
    }
    if (language === 'graphql') return document(block);
    // Compared with what the block before it answered.
    if (isBehind(block, 'json', '') && ['sh', 'graphql'].includes(before?.language ?? '') && !isAddress)
      return before!.why;
    if (language === 'json') return json(block);
    if (language === '' && isAddress) return expectOk(await stage.fetch(text.trim()));
    if (language === 'html') {
      for (const [, url = ''] of text.matchAll(/(?:src|href)="([^"]+)"/g))
        await expectOk(await stage.fetch(new URL(url).pathname));
      return undefined;
    }
    const program = needs.programs?.find(({ has }) => text.includes(has));
    if (['ts', 'js', 'jsx', 'css'].includes(language)) return runProgram(stage, block, program);
    throw new Error(`Nothing runs ${language || 'plain text'}: say above it why it is not run.`);
  }

  return {
    leftOut,
    async run(block) {
      try {
        return await runBlock(block);
      } catch (error) {
        const log = server ? `\nThe server said last:\n${server.said().slice(-1500)}` : '';
        throw new Error(`${error instanceof Error ? error.message : error}${log}`);
      }
    },
    async close() {
      await server?.stop();
    },
  };
}

async function expectOk(response: Response): Promise<undefined> {
  if (!response.ok) throw new Error(`${response.url}: ${response.status} ${await response.text()}`);
  await response.body?.cancel();
  return undefined;
}

/** The data of the first event of a stream. */
async function firstOf({ body }: Response): Promise<string> {
  const reader = body!.pipeThrough(new TextDecoderStream()).getReader();
  let told = '';
  while (!/^data: .+\n/m.test(told)) {
    const { done, value = '' } = await reader.read();
    if (done) throw new Error(`The stream ended: ${told}`);
    told += value;
  }
  await reader.cancel();
  return /^data: (.+)\n/m.exec(told)![1]!;
}
