import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

interface Message {
  id?: number;
  method?: string;
  result?: unknown;
  error?: { message: string };
}

/** A running TypeScript language server, spoken to over its standard streams. */
export class LanguageServer {
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

  /** Opens the file, or sends its present text when it is open. */
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
