import { type ChildProcess, spawn } from 'node:child_process';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, newestMailTo, type RunningProduct } from '../../e2e/product.ts';

const START_LIMIT_MS = 180_000;

/** The server of a checkout, run from its sources. Several versions share a database and files. */
export class RunningVersion implements RunningProduct {
  readonly name: string;
  readonly dataDir: string;
  output = '';
  readonly #root: string;
  readonly #env: Record<string, string>;
  #port = 0;
  #child: ChildProcess | undefined;

  constructor(name: string, root: string, { dataDir, databaseUrl }: { dataDir: string; databaseUrl: string }) {
    this.name = name;
    this.dataDir = dataDir;
    this.#root = root;
    this.#env = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, ROLES: 'api,live,worker', ADMIN_EMAIL: 'admin@rolling.example' };
  }

  get origin(): string {
    return `http://localhost:${this.#port}`;
  }

  /** Starts the server. Throws an error with its output when it ends or does not become ready. */
  async start(): Promise<void> {
    this.#port ||= await freePort();
    const env = { ...process.env, ...this.#env, PORT: String(this.#port), PUBLIC_URL: this.origin };
    const child = spawn(process.execPath, ['apps/server/src/main.ts'], { cwd: this.#root, env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    this.output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const deadline = Date.now() + START_LIMIT_MS;
    while (!(await this.#isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`${path.basename(this.#root)} does not start:\n${this.output}`);
      await sleep(100);
    }
  }

  async #isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill('SIGTERM');
    await ended;
  }

  mailTo = (address: string): Promise<string> => newestMailTo(this.dataDir, address);
}
