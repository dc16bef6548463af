// Bundles the programs into dist/, unless they were made of the very files that are there now. In the folder of package.json.
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';

/** Says what was built, and of what: each file with its size and time. Written last. */
const RECORD = 'dist/built.json';

/** What bundles depend on besides what they are made of. */
const OTHERS = ['package-lock.json', 'tsconfig.json'];

/** The samples lie beside the programs that read them. */
const SAMPLES = ['src/tools/seed/demo.jsonl', 'src/tools/seed/table.jsonl'];

const entries = [
  'src/server.ts',
  'src/data/pictures/child.js',
  ...readdirSync('src/commands').map((name) => `src/commands/${name}`),
];

/** Changes with every change of a file; null where there is none. */
function stateOf(path) {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat ? `${stat.size} ${stat.mtimeMs}` : null;
}

const statesOf = (paths) => Object.fromEntries(paths.map((path) => [path, stateOf(path)]));

/** Whether what is in dist/ is what a build would make. */
function isBuilt() {
  try {
    const { made, of } = JSON.parse(readFileSync(RECORD, 'utf8'));
    const isAsItWas = ([path, state]) => stateOf(path) === state;
    return entries.every((path) => path in of) && [...Object.entries(of), ...Object.entries(made)].every(isAsItWas);
  } catch {
    // There is none, or it was not written to its end.
    return false;
  }
}

async function build() {
  const { build: bundle } = await import('esbuild');
  const common = {
    bundle: true,
    platform: 'node',
    target: 'node20',
    format: 'esm',
    outdir: 'dist',
    logLevel: 'warning',
    metafile: true,
  };
  const all = [
    // By itself: it is what an old Node can read.
    await bundle({ ...common, entryPoints: ['src/main.ts'], external: ['./server.js'] }),
    await bundle({
      ...common,
      entryPoints: [...entries, ...SAMPLES],
      entryNames: '[name]',
      loader: { '.jsonl': 'copy' },
      splitting: true,
      external: ['libsql', 'mongodb', 'sharp', 'ical.js', 'swagger-ui-dist', '@graphql-yoga/render-graphiql'],
      // What is bundled of CommonJS requires modules of Node.
      banner: {
        js: "import { createRequire as requireOf } from 'node:module'; const require = requireOf(import.meta.url);",
      },
    }),
  ];
  const named = (kind) => all.flatMap(({ metafile }) => Object.keys(metafile[kind]));
  const record = { made: statesOf(named('outputs')), of: statesOf([...named('inputs'), ...OTHERS, 'src/build.js']) };
  writeFileSync(RECORD, JSON.stringify(record));
}

if (!isBuilt()) await build();
