import { createHash } from 'node:crypto';
import ts from 'typescript';

/** `text` in place of what a source has from `start` to `end`; who noticed that, and after how many seconds of CPU. */
export type Fault = Record<'file' | 'at' | 'text' | 'stage' | 'by', string> & Record<'start' | 'end' | 'cpu', number>;
const PAIRS = '&& || === !== < <= > >= + -'.split(' ');
const OTHER = new Map(PAIRS.map((word, at) => [word, PAIRS[at ^ 1]!]));
/** Types, imports and descriptions: what is not run, or is no rule. */
function isNoCode(node: ts.Node): boolean {
  if (ts.isPropertyAssignment(node)) return /^(description|summary|title|label|help|examples?):/.test(node.getText());
  if (ts.isCallExpression(node)) return node.expression.kind === ts.SyntaxKind.ImportKeyword;
  if (ts.isImportDeclaration(node) || ts.isExportDeclaration(node) || ts.isModuleDeclaration(node)) return true;
  return ts.isTypeNode(node) || ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node);
}
function changesOf(node: ts.Node): [kind: string, part: ts.Node, text: string][] {
  if (ts.isBinaryExpression(node)) {
    const [left, kind, right] = [node.left.getText(), node.operatorToken.getText(), node.right.getText()];
    if (kind === '??') return [[kind, node, `(${right})`]];
    if (kind === '+' && /^['"`]/m.test(`${left}\n${right}`)) return [];
    return OTHER.has(kind) ? [[kind, node, `(${left} ${OTHER.get(kind)} ${right})`]] : [];
  }
  if (ts.isIfStatement(node)) return [['if', node.expression, `!(${node.expression.getText()})`]];
  if (ts.isConditionalExpression(node)) return [['?:', node.condition, `!(${node.condition.getText()})`]];
  if (ts.isExpressionStatement(node)) return [['statement', node, ';']];
  if (ts.isReturnStatement(node) && !node.expression) return [['return', node, ';']];
  if (node.kind === ts.SyntaxKind.TrueKeyword) return [['true', node, 'false']];
  if (node.kind === ts.SyntaxKind.FalseKeyword) return [['false', node, 'true']];
  if (!ts.isStringLiteral(node) || /\S\s+\S+\s+\S/.test(node.text)) return [];
  const isKey = ts.isPropertyAssignment(node.parent) && node.parent.name === node;
  return isKey ? [] : [['string', node, node.text ? "''" : "'mutated'"]];
}
function changesIn(node: ts.Node): [kind: string, part: ts.Node, text: string][] {
  const all = changesOf(node);
  ts.forEachChild(node, (child) => void all.push(...(isNoCode(child) ? [] : changesIn(child))));
  return all;
}
/** Draws files by their lines, then a kind of fault, then its place. They do not overlap. */
export function drawFaults(sources: (readonly [string, string])[], seed: string, count: number): Fault[] {
  let draws = 0;
  const draw = () => createHash('sha256').update(`${seed} ${draws++}`).digest().readUInt32BE() / 2 ** 32;
  const oneOf = <T>(values: readonly T[]): T => values[Math.floor(draw() * values.length)]!;
  const lines = sources.flatMap(([file, source]) => source.split('\n').map(() => [file, source] as const));
  const drawn: Fault[] = [];
  for (let tries = 0; drawn.length < count && tries < 99 * count; tries++) {
    const [file, source] = oneOf(lines);
    const all = changesIn(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
    const chosen = oneOf([...new Set(all.map(([kind]) => kind))]);
    const [[, part, text] = ['', undefined, '']] = [oneOf(all.filter(([kind]) => kind === chosen))];
    const [start, end] = [part?.getStart() ?? 0, part?.end ?? 0];
    if (!part || drawn.some((other) => other.file === file && other.start < end && start < other.end)) continue;
    const at = `${file}:${source.slice(0, start).split('\n').length} ${part.getText()} → ${text}`.replace(/\s+/g, ' ');
    drawn.push({ file, at, start, end, text, stage: '', by: '', cpu: 0 });
  }
  return drawn;
}
