/**
 * Renames identifiers through the language server, so that every reference, shorthand property and import follows.
 * `node scripts/codemods/rename-identifiers.ts FOLDER TABLE`: TABLE has the columns path, old name, new name. Its paths are relative to FOLDER.
 * Prints the rows that could not be applied.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';
import { LanguageServer } from './language-server.ts';

interface Position {
  line: number;
  character: number;
}
interface TextEdit {
  range: { start: Position; end: Position };
  newText: string;
}
interface WorkspaceEdit {
  changes?: Record<string, TextEdit[]>;
  documentChanges?: { textDocument: { uri: string }; edits: TextEdit[] }[];
}
type AstNode = Record<string, unknown> & { type: string; start: number; name?: string };

const isNode = (value: unknown): value is AstNode => typeof value === 'object' && value !== null && 'type' in value;

/** Returns the offset of the declaration of the name, else of its first use; undefined when the text does not contain it. */
function findIdentifier(file: string, text: string, name: string): number | undefined {
  const found: { start: number; rank: number }[] = [];
  const visit = (value: unknown, parent: AstNode | undefined, key: string, depth: number): void => {
    if (Array.isArray(value)) for (const item of value) visit(item, parent, key, depth);
    if (!isNode(value)) return;
    if (value.type === 'Identifier' && value.name === name) found.push({ start: value.start, rank: getRank(parent, key) * 100 + depth });
    for (const [childKey, child] of Object.entries(value)) visit(child, value, childKey, depth + 1);
  };
  visit(parseSync(file, text).program, undefined, '', 0);
  return found.sort((a, b) => a.rank - b.rank || a.start - b.start)[0]?.start;
}

/** Declarations come before members, members before uses, and uses before imports. */
function getRank(parent: AstNode | undefined, key: string): number {
  if (key === 'id') return 0;
  if (key === 'key' || key === 'params') return 1;
  return parent?.type === 'ImportSpecifier' ? 3 : 2;
}

function toPosition(text: string, offset: number): Position {
  const before = text.slice(0, offset).split('\n');
  return { line: before.length - 1, character: before.at(-1)?.length ?? 0 };
}

function applyEdits(file: string, edits: TextEdit[]): void {
  const text = readFileSync(file, 'utf8');
  const lineStarts = [0];
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) lineStarts.push(index + 1);
  const toOffset = ({ line, character }: Position) => (lineStarts[line] ?? 0) + character;
  const fromTheEnd = edits.toSorted((a, b) => toOffset(b.range.start) - toOffset(a.range.start));
  let changed = text;
  for (const { range, newText } of fromTheEnd)
    changed = changed.slice(0, toOffset(range.start)) + newText + changed.slice(toOffset(range.end));
  writeFileSync(file, changed);
}

/** Renames one identifier in all files. Returns why it could not, or nothing. */
async function rename(server: LanguageServer, file: string, oldName: string, newName: string): Promise<string | undefined> {
  if (!existsSync(file)) return 'no such file';
  const text = readFileSync(file, 'utf8');
  const offset = findIdentifier(file, text, oldName);
  if (offset === undefined) return 'no such name';
  server.show(file);
  const params = { textDocument: { uri: pathToFileURL(file).href }, position: toPosition(text, offset), newName };
  const edit = (await server.request('textDocument/rename', params)) as WorkspaceEdit | null;
  const changes =
    edit?.documentChanges?.map(({ textDocument, edits }) => [textDocument.uri, edits] as const) ?? Object.entries(edit?.changes ?? {});
  for (const [uri, edits] of changes) {
    applyEdits(fileURLToPath(uri), edits);
    server.show(fileURLToPath(uri));
  }
  return changes.length === 0 ? 'the language server renames nothing' : undefined;
}

const [folder = '', table = ''] = process.argv.slice(2);
const root = path.join(import.meta.dirname, '../..');
const server = new LanguageServer(root);
await server.request('initialize', {
  processId: process.pid,
  rootUri: pathToFileURL(root).href,
  capabilities: { workspace: { workspaceEdit: { documentChanges: true } }, general: { positionEncodings: ['utf-16'] } },
});
server.notify('initialized', {});
for (const line of readFileSync(table, 'utf8').trim().split('\n').slice(1)) {
  const [relative = '', oldName = '', newName = ''] = line.split('\t');
  const reason = await rename(server, path.join(root, folder, relative), oldName, newName).catch((error: Error) => error.message);
  if (reason !== undefined) console.log([relative, oldName, newName, reason].join('\t'));
}
server.stop();
