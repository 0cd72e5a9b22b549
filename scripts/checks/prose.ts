/**
 * Checks the wording of Markdown, comments, docstrings, test names and interface texts against prose-rules.ts. Each area of the repository may have
 * `MAX_PER_1000` matches per 1,000 words, because a pattern can match a correct sentence.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';
import { PROSE_RULES } from './prose-rules.ts';
import { root, type SourceFile } from './source-files.ts';

export const MAX_PER_1000 = 1.5;
/** Attributes of components whose values are shown or read aloud. */
const TEXT_ATTRIBUTES = new Set([
  'alt',
  'aria-label',
  'confirmLabel',
  'consequence',
  'description',
  'hint',
  'label',
  'lead',
  'placeholder',
  'title',
]);
const TEST_FUNCTIONS = new Set(['describe', 'it', 'test']);
/** Files that are not checked: the rules, and migrations, which must not change after a release. */
const SKIPPED = /^scripts\/checks\/prose(-rules|\.test)?\.ts$|\/migrations\//;

interface Passage {
  line: number;
  text: string;
  isCode: boolean;
}
export interface AreaProse {
  words: number;
  findings: string[];
}

/** Returns the words and findings of each area. */
export function measureProse(files: readonly SourceFile[]): Map<string, AreaProse> {
  const areas = new Map<string, AreaProse>();
  for (const file of files.filter((candidate) => !SKIPPED.test(candidate.path))) {
    const area = areas.get(getArea(file.path)) ?? { words: 0, findings: [] };
    areas.set(getArea(file.path), area);
    for (const { line, text, isCode } of file.path.endsWith('.md') ? readMarkdown(file.text) : readCode(file)) {
      area.words += text.split(/\s+/).filter(Boolean).length;
      for (const sentence of text.split(/(?<=[.;:])\s+/))
        for (const { pattern, advice, isForCode } of PROSE_RULES)
          if ((isCode || !isForCode) && pattern.test(sentence))
            area.findings.push(`${file.path}:${line}: ${advice}: ${sentence.slice(0, 120)}`);
    }
  }
  return areas;
}

/** Lists the findings of areas that exceed the limit. An area with few words may have one finding. */
export function findProseFaults(files: readonly SourceFile[]): string[] {
  return [...measureProse(files)].flatMap(([area, { words, findings }]) => {
    const allowed = Math.max(1, Math.floor((words * MAX_PER_1000) / 1000));
    return findings.length > allowed ? [`${area}: ${findings.length} findings in ${words} words, ${allowed} allowed`, ...findings] : [];
  });
}

/** Reads all files whose wording is checked. */
export function readProseFiles(sources: readonly SourceFile[]): SourceFile[] {
  const names = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '*.md'], { cwd: root, encoding: 'utf8' });
  const documents = names.split('\n').filter((name) => name !== '' && !name.endsWith('CHANGELOG.md'));
  return [...sources, ...documents.map((name) => ({ path: name, text: readFileSync(path.join(root, name), 'utf8') }))];
}

/** Returns the area of the web app or the module of the server, otherwise the folder of the first two levels. */
function getArea(file: string): string {
  const inApp = /^apps\/[^/]+\/src\/(?:areas|modules)\/[^/]+(?=\/)/.exec(file) ?? /^apps\/[^/]+\/src\/[^/]+(?=\/)/.exec(file);
  return inApp?.[0] ?? (/^[^/]+\/[^/]+(?=\/)/.exec(file) ?? /^[^/]+(?=\/)/.exec(file))?.[0] ?? 'root';
}

function readMarkdown(text: string): Passage[] {
  let isFenced = false;
  return text.split('\n').flatMap((row, index) => {
    const isFence = /^\s*```/.test(row);
    if (isFence) isFenced = !isFenced;
    const plain = row
      .replaceAll(/`[^`]*`/g, 'X')
      .replaceAll(/\]\([^)]*\)/g, ']')
      .replace(/^\s*[-*#>|]+\s*/, '');
    return isFenced || isFence || plain.trim() === '' ? [] : [{ line: index + 1, text: plain, isCode: false }];
  });
}

interface SyntaxNode {
  type: string;
  start: number;
  [field: string]: unknown;
}
const isNode = (value: unknown): value is SyntaxNode =>
  typeof value === 'object' && value !== null && typeof (value as SyntaxNode).type === 'string';

function readCode({ path: name, text }: SourceFile): Passage[] {
  const { program, comments } = parseSync(name, text);
  const passages: Passage[] = [];
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const add = (start: number, value: string, isCode = false) => {
    const line = lineStarts.findLastIndex((at) => at <= start) + 1;
    if (value.trim() !== '') passages.push({ line, text: value.trim(), isCode });
  };
  for (const { type, value, start } of comments)
    add(start, type === 'Block' ? value.replaceAll(/\n\s*\*/g, ' ').replace(/^\*/, '') : value, true);
  const visit = (node: SyntaxNode): void => {
    for (const { start, value } of listTexts(node)) add(start, value);
    for (const child of Object.values(node).flat()) if (isNode(child)) visit(child);
  };
  visit(program as unknown as SyntaxNode);
  return passages;
}

/** Returns the names of tests and the texts of components at this node. */
function listTexts(node: SyntaxNode): { start: number; value: string }[] {
  if (node.type === 'JSXText') return [{ start: node.start, value: String(node['value']) }];
  if (node.type === 'JSXAttribute')
    return TEXT_ATTRIBUTES.has((node['name'] as { name?: string }).name ?? '') ? listLiterals(node['value']) : [];
  if (node.type !== 'CallExpression') return [];
  return TEST_FUNCTIONS.has(calleeName(node['callee'])) ? listLiterals((node['arguments'] as unknown[])[0]) : [];
}

/** Returns `it` for the callee of `it(…)`, `it.skip(…)` and `it.each(…)(…)`. */
function calleeName(callee: unknown): string {
  if (!isNode(callee)) return '';
  return callee.type === 'Identifier' ? String(callee['name']) : calleeName(callee['object'] ?? callee['callee']);
}

function listLiterals(value: unknown): { start: number; value: string }[] {
  if (!isNode(value)) return [];
  if (value.type === 'Literal' && typeof value['value'] === 'string') return [{ start: value.start, value: value['value'] }];
  if (value.type === 'JSXExpressionContainer') return listLiterals(value['expression']);
  if (value.type !== 'TemplateLiteral') return [];
  const quasis = value['quasis'] as { value: { cooked: string } }[];
  return [{ start: value.start, value: quasis.map((quasi) => quasi.value.cooked).join('X') }];
}
