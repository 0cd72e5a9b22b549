/**
 * Moves files and rewrites every relative import of them.
 * `node scripts/codemods/move-source-files.ts FOLDER TABLE...`: the tables have the columns old path, new path, note. Their paths are relative to FOLDER.
 * A row with the note `merge` moves next to the file that it will be merged into, under its old name. Files with the new path `-`, and those that will be
 * deleted or split, stay.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync } from 'oxc-parser';

const root = path.join(import.meta.dirname, '../..');
const { join, dirname, basename, normalize, relative } = path.posix;

/** Returns the new path of each file by its old one, both relative to the repository. */
function readMoves(folder: string, tables: string[]): Map<string, string> {
  const moves = new Map<string, string>();
  for (const line of tables.flatMap((table) => readFileSync(table, 'utf8').trim().split('\n').slice(1))) {
    const [from = '', to = '', note = ''] = line.split('\t');
    if (to === '-' || /^(delete|merge into the new)/.test(note)) continue;
    const target = note.startsWith('merge') ? join(dirname(to), basename(from)) : to;
    if (existsSync(path.join(root, folder, from))) moves.set(join(folder, from), join(folder, target));
    else console.log(`no such file: ${from}`);
  }
  const targets = [...moves.values()];
  const repeated = targets.filter((target, index) => targets.indexOf(target) !== index);
  if (repeated.length > 0) throw new Error(`Several files would move to ${repeated.join(', ')}`);
  return moves;
}

interface Specifier {
  start: number;
  end: number;
  value: string;
}
type AstNode = Record<string, unknown> & { type: string };

/** Lists the relative paths in imports, exports, import types, module declarations and `new URL('…', import.meta.url)`. */
function listSpecifiers(file: string, text: string): Specifier[] {
  const found: Specifier[] = [];
  const add = (node: unknown) => {
    const { type, value, start, end } = (node ?? {}) as { type?: string; value?: unknown; start: number; end: number };
    if (type === 'Literal' && typeof value === 'string' && value.startsWith('.')) found.push({ start: start + 1, end: end - 1, value });
  };
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item);
    else if (typeof value === 'object' && value !== null && 'type' in value) {
      const node = value as AstNode;
      if (/^(Import|ExportAll|ExportNamed)Declaration$|^ImportExpression$|^TSImportType$/.test(node.type))
        add(node['source'] ?? node['argument']);
      if (node.type === 'TSModuleDeclaration') add(node['id']);
      if (node.type === 'NewExpression' && (node['callee'] as { name?: string }).name === 'URL') add((node['arguments'] as unknown[])[0]);
      for (const child of Object.values(node)) visit(child);
    }
  };
  visit(parseSync(file, text).program);
  return found;
}

/** Returns the text with each path to a file that moves, or from the file itself when it moves, rewritten. */
function rewriteImports(file: string, text: string, moves: Map<string, string>, known: Set<string>): string {
  const newFile = moves.get(file) ?? file;
  let changed = text;
  for (const { start, end, value } of listSpecifiers(file, text).toSorted((a, b) => b.start - a.start)) {
    const [, bare = '', query = ''] = /^([^?]*)(\?.*)?$/.exec(value) ?? [];
    const target = normalize(join(dirname(file), bare));
    const newTarget = moves.get(target) ?? target;
    if (!known.has(target) || (newTarget === target && newFile === file)) continue;
    const newPath = relative(dirname(newFile), newTarget);
    changed = `${changed.slice(0, start)}${newPath.startsWith('.') ? newPath : `./${newPath}`}${query}${changed.slice(end)}`;
  }
  return changed;
}

const [folder = '', ...tables] = process.argv.slice(2);
const moves = readMoves(folder, tables);
const tracked = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).trim().split('\n');
const known = new Set(tracked);
for (const file of tracked.filter((name) => /\.(ts|tsx|mts)$/.test(name))) {
  const text = readFileSync(path.join(root, file), 'utf8');
  const changed = rewriteImports(file, text, moves, known);
  if (changed !== text) writeFileSync(path.join(root, file), changed);
}
const moved = [...moves].filter(([from, to]) => from !== to);
// A file may get the old name of another one, so all files first get temporary names.
for (const [from, to] of moved) {
  mkdirSync(path.join(root, dirname(to)), { recursive: true });
  execFileSync('git', ['mv', from, `${to}.moved`], { cwd: root });
}
for (const [, to] of moved) execFileSync('git', ['mv', `${to}.moved`, to], { cwd: root });
console.log(`${moves.size} files`);
