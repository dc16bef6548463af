import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import ts from 'typescript';

/** The files generated for a program, by the names under which it imports them. */
export type Made = Record<string, string>;

/** What the compiler, at its strictest, says about a program and the files generated for it. */
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

/** Bundles a program with the files generated for it into one file in a folder, and runs it. */
export async function bundled<Program>(file: string, made: Made, folder: string): Promise<Program> {
  const outfile = join(folder, `bundled-${++count}.mjs`);
  await build({ entryPoints: [file], outfile, bundle: true, format: 'esm', platform: 'node', alias: made });
  return import(pathToFileURL(outfile).href);
}
