import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { build, transform } from 'esbuild';
import ts from 'typescript';
import type { Block } from './blocks.ts';
import type { Stage } from './page.ts';

/** What a program on a page lacks to run. */
export interface Program {
  /** Some text by which the block is found. */
  has: string;
  /** What stands before and behind it: what its reader has already. */
  before?: string;
  after?: string;
  /** Runs what was written to this file. Without it, only its types are checked. */
  run?(stage: Stage, file: string): Promise<unknown>;
}

/** Some packages have no types. */
const files = ['test/clients/clients.d.ts', 'src/http/negotiator.d.ts', 'src/http/rate-limiter-flexible.d.ts'];

/** Writes a program into the folder of its page and runs it. */
export async function runProgram(stage: Stage, block: Block, program?: Program): Promise<undefined> {
  const { language, text } = block;
  if (language === 'css') {
    const { warnings } = await transform(text, { loader: 'css' });
    if (warnings.length > 0) throw new Error(warnings.map((warning) => warning.text).join('\n'));
    return undefined;
  }
  const file = join(stage.place.dir, block.file ?? `line-${block.line}.${language}`);
  const { before = '', after = '', run } = program ?? {};
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, stage.place.typed(`${before}${text}\n${after}export {};\n`));
  if (language === 'ts') files.push(file);
  else if (!run) throw new Error('Nothing runs it: say in test/docs/pages.ts how.');
  await run?.(stage, file);
  return undefined;
}

/** Bundles a program as front ends are, and gives the path of the bundle. */
export async function bundled(file: string, platform: 'browser' | 'node'): Promise<string> {
  const outfile = `${file}.${platform}.mjs`;
  const banner = "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);";
  await build({
    ...{ entryPoints: [file], outfile, platform, bundle: true, format: 'esm', jsx: 'automatic', logLevel: 'error' },
    // Parts of happy-dom are CommonJS.
    banner: { js: platform === 'node' ? banner : '' },
  });
  return outfile;
}

/** What the compiler says about all programs in TypeScript. */
export function complaints(): string[] {
  const program = ts.createProgram(files, {
    ...{ strict: true, noUncheckedIndexedAccess: true, noEmit: true, skipLibCheck: true },
    ...{ allowImportingTsExtensions: true, resolveJsonModule: true, target: ts.ScriptTarget.ES2022 },
    ...{ module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler, types: ['node'] },
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    typeRoots: [join(process.cwd(), 'node_modules/@types')],
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file, start = 0 }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${file?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}
