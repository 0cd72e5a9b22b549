/**
 * Renames identifiers through the language server, so that every reference, shorthand property and import follows.
 * `node scripts/codemods/rename-identifiers.ts FOLDER TABLE`: TABLE has the columns path, old name, new name. Its paths are relative to FOLDER.
 * Prints the rows that could not be applied. Files that re-export the identifier, such as the index.ts of a module, then export the new name.
 */
import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { parseSync } from 'oxc-parser';

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
    if (getName(value) === name) found.push({ start: value.start, rank: getRank(parent, key) * 100 + depth });
    for (const [childKey, child] of Object.entries(value)) visit(child, value, childKey, depth + 1);
  };
  visit(parseSync(file, text).program, undefined, '', 0);
  return found.sort((a, b) => a.rank - b.rank || a.start - b.start)[0]?.start;
}

function getName({ type, name }: AstNode): string | undefined {
  if (type === 'PrivateIdentifier') return `#${name}`;
  return type === 'Identifier' ? name : undefined;
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

/** Renames one identifier in all files. Returns the reason for a failure, or undefined. */
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
  for (const [uri] of changes) await renameReExport(server, fileURLToPath(uri), oldName, newName);
  return changes.length === 0 ? 'the language server renames nothing' : undefined;
}

/** The language server writes `export { newName as oldName } from`, so that importers keep the old name. Renames it there as well. */
async function renameReExport(server: LanguageServer, file: string, oldName: string, newName: string): Promise<void> {
  const isReExported = (from: string, to: string) =>
    new RegExp(`^export [^;]*\\b${from} as ${to}\\b`, 'm').test(readFileSync(file, 'utf8'));
  if (!isReExported(newName, oldName)) return;
  await rename(server, file, oldName, newName);
  if (!isReExported(newName, newName)) return;
  writeFileSync(file, readFileSync(file, 'utf8').replaceAll(`${newName} as ${newName}`, newName));
  server.show(file);
}

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
}

/** Client of a TypeScript language server that runs as a child process. */
class LanguageServer {
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #pending = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>();
  readonly #versions = new Map<string, number>();
  #received = Buffer.alloc(0);
  #lastId = 0;

  constructor(root: string) {
    this.#child = spawn('node_modules/.bin/tsc', ['--lsp', '--stdio'], { cwd: root });
    this.#child.stdout.on('data', (chunk: Buffer) => this.#receive(chunk));
    this.#child.stderr.resume();
  }

  request(method: string, params: unknown): Promise<unknown> {
    const id = ++this.#lastId;
    this.#send({ jsonrpc: '2.0', id, method, params });
    return new Promise((resolve, reject) => this.#pending.set(id, { resolve, reject }));
  }

  notify(method: string, params: unknown): void {
    this.#send({ jsonrpc: '2.0', method, params });
  }

  /** Opens the file, or sends its current text when it is already open. */
  show(file: string): void {
    const uri = pathToFileURL(file).href;
    const text = readFileSync(file, 'utf8');
    const version = (this.#versions.get(uri) ?? 0) + 1;
    this.#versions.set(uri, version);
    if (version > 1) return this.notify('textDocument/didChange', { textDocument: { uri, version }, contentChanges: [{ text }] });
    const languageId = file.endsWith('x') ? 'typescriptreact' : 'typescript';
    this.notify('textDocument/didOpen', { textDocument: { uri, languageId, version, text } });
  }

  stop(): void {
    this.#child.kill();
  }

  #send(message: object): void {
    const body = Buffer.from(JSON.stringify(message));
    this.#child.stdin.write(Buffer.concat([Buffer.from(`Content-Length: ${body.length}\r\n\r\n`), body]));
  }

  #receive(chunk: Buffer): void {
    this.#received = Buffer.concat([this.#received, chunk]);
    for (;;) {
      const headerEnd = this.#received.indexOf('\r\n\r\n');
      if (headerEnd < 0) return;
      const length = Number(/Content-Length: (\d+)/i.exec(this.#received.subarray(0, headerEnd).toString())?.[1]);
      const end = headerEnd + 4 + length;
      if (this.#received.length < end) return;
      const message = JSON.parse(this.#received.subarray(headerEnd + 4, end).toString()) as Message;
      this.#received = this.#received.subarray(end);
      this.#handle(message);
    }
  }

  #handle({ id, method, result, error }: Message): void {
    if (id === undefined) return;
    // The server requests its configuration and registers file watchers.
    if (method !== undefined) return this.#send({ jsonrpc: '2.0', id, result: method === 'workspace/configuration' ? [null] : null });
    const waiting = this.#pending.get(id);
    this.#pending.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }
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
