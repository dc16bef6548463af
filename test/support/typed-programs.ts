import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

/** What was made for a program, by the names that it imports it by. */
export type Made = Record<string, string>;

/** What the compiler has to say, at its strictest, of a program and of what was made for it. */
export function complaints(file: string, made: Made, options: ts.CompilerOptions = {}): string[] {
  const program = ts.createProgram([file], {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.ESNext,
    moduleResolution: ts.ModuleResolutionKind.Bundler,
    lib: ['lib.es2023.d.ts', 'lib.dom.d.ts', 'lib.dom.iterable.d.ts'],
    types: [],
    allowImportingTsExtensions: true,
    paths: Object.fromEntries(Object.entries(made).map(([name, path]) => [name, [path]])),
    ...options,
  });
  return ts.getPreEmitDiagnostics(program).map(({ messageText, file: at, start = 0 }) => {
    const line = at ? at.getLineAndCharacterOfPosition(start).line + 1 : 0;
    return `${at?.fileName}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`;
  });
}

let count = 0;

/** A program with what was made for it, as one file in a folder, which runs. */
export async function bundled<Program>(file: string, made: Made, folder: string): Promise<Program> {
  const outfile = join(folder, `bundled-${++count}.mjs`);
  await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', alias: made });
  return import(pathToFileURL(outfile).href);
}
