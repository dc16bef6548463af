/**
 * A browser for the bundled programs that are its arguments: a document with an element for a calendar, Temporal, and a fixed
 * present. What they ask of calendar.example goes to CALENDAR. Prints the document of each once it shows the event of that title.
 */
import 'temporal-polyfill/global';
import { pathToFileURL } from 'node:url';
import { Window } from 'happy-dom';

const { CALENDAR = '', NOW = '', TITLE = '' } = process.env;

const window = new Window({ url: 'https://site.example/' });

// Nothing is laid out, so every element has a size: without one, Toast UI finds no room for events.
const size = { x: 0, y: 0, top: 0, left: 0, right: 1000, bottom: 1000, width: 1000, height: 1000 };
window.Element.prototype.getBoundingClientRect = () => ({ ...size, toJSON: () => size }) as never;

const globals = globalThis as unknown as Record<string, unknown>;
for (const name of Object.getOwnPropertyNames(window))
  if (!(name in globals)) globals[name] = window[name as keyof Window];
Object.assign(globals, { window: globals, document: window.document });
for (const name of ['getComputedStyle', 'addEventListener', 'removeEventListener', 'requestAnimationFrame'] as const)
  globals[name] = (window[name] as (...args: unknown[]) => unknown).bind(window);

globals.Date = class extends Date {
  constructor(...args: []) {
    super(...(args.length ? args : ([NOW] as unknown as [])));
  }
  static override now = () => Date.parse(NOW);
};

const ask = globalThis.fetch;
globals.fetch = (url: string | URL, init?: RequestInit) =>
  ask(String(url).replace('https://calendar.example', CALENDAR), init);

const documents: string[] = [];
for (const program of process.argv.slice(2)) {
  const { body } = window.document;
  body.innerHTML = '<div id="calendar"></div>';
  await import(pathToFileURL(program).href);
  while (!body.innerHTML.includes(TITLE)) await new Promise((next) => setTimeout(next, 10));
  documents.push(body.innerHTML);
}
process.stdout.write(JSON.stringify(documents), () => process.exit());
