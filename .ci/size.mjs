// `npm run size` says how large the code is: the tokens of TypeScript's scanner without comments, of all TypeScript and JavaScript
// files that git tracks, by folder; and the words of the documents. Tokens do not change when lines are packed or broken.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import ts from 'typescript';

const { SyntaxKind } = ts;

const tracked = (...patterns) =>
  execFileSync('git', ['ls-files', '-z', ...patterns], { encoding: 'utf8' })
    .split('\0')
    .filter(Boolean);

/** The tokens of a text. The scanner takes the rest of a template for code, so each `}` that ends a value is scanned again. */
function tokensOf(text) {
  const scanner = ts.createScanner(ts.ScriptTarget.Latest, true, ts.LanguageVariant.Standard, text);
  // How many braces are open in the value of each template around.
  const open = [];
  let tokens = 0;
  for (let kind = scanner.scan(); kind !== SyntaxKind.EndOfFileToken; kind = scanner.scan()) {
    tokens += 1;
    const last = open.length - 1;
    if (kind === SyntaxKind.TemplateHead) open.push(0);
    else if (last < 0) continue;
    else if (kind === SyntaxKind.OpenBraceToken) open[last] += 1;
    else if (kind === SyntaxKind.CloseBraceToken && open[last] > 0) open[last] -= 1;
    else if (kind === SyntaxKind.CloseBraceToken && scanner.reScanTemplateToken(false) === SyntaxKind.TemplateTail)
      open.pop();
  }
  return tokens;
}

/** What a file counts for: its first folder, and below src/ that one's, too. */
function roomsOf(file) {
  const [room, ...below] = file.split('/');
  if (below.length === 0) return ['(root)'];
  return room === 'src' ? [room, below.length > 1 ? `src/${below[0]}` : 'src/*'] : [room];
}

const sizes = new Map();
for (const file of tracked('*.ts', '*.tsx', '*.js', '*.mjs')) {
  const tokens = tokensOf(readFileSync(file, 'utf8'));
  for (const room of [...roomsOf(file), 'all']) {
    const { tokens: before, files } = sizes.get(room) ?? { tokens: 0, files: 0 };
    sizes.set(room, { tokens: before + tokens, files: files + 1 });
  }
}

const documents = tracked('README.md', 'CONTRIBUTING.md', 'docs/*.md');
const words = documents.reduce((sum, file) => sum + (readFileSync(file, 'utf8').match(/\S+/g) ?? []).length, 0);

const line = (what, amount, unit, files) =>
  `${what.padEnd(16)} ${amount.toLocaleString('en').padStart(9)} ${unit.padEnd(6)} ${String(files).padStart(5)} files\n`;
const rooms = [...sizes].sort(([a], [b]) => a.localeCompare(b));
// At once, so that a reader who wants only the first lines ends nothing.
process.stdout.write(
  [
    ...rooms.map(([room, { tokens, files }]) => line(room, tokens, 'tokens', files)),
    line('documents', words, 'words', documents.length),
  ].join(''),
);
