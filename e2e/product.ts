import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../apps/server/src/platform/server-flags.ts';
import { buildServer } from '../scripts/build-server.ts';

const START_LIMIT_MS = 60_000;

/** What a person who calls the product has to know of it. */
export interface RunningProduct {
  readonly origin: string;
  readonly dataDir: string;
  mailTo(address: string): Promise<string>;
}

/** The real product: a server process with a data folder of its own, which can be stopped, killed and started again. */
export class Product implements RunningProduct {
  readonly port: number;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  output = '';
  #child: ChildProcess | undefined;

  private constructor(port: number, dataDir: string, env: Record<string, string>) {
    this.port = port;
    this.dataDir = dataDir;
    this.env = env;
  }

  /** With a database and an administrator that are there already, where a run of tests has prepared them. */
  static async start(env: Record<string, string> = {}): Promise<Product> {
    const product = await Product.#create(env);
    const prepared = process.env['PREPARED_DATA_DIR'];
    // The files of the database belong to the user it runs as.
    if (prepared) execFileSync('cp', ['-a', `${prepared}/.`, product.dataDir]);
    await product.start();
    return product;
  }

  /** As a newcomer starts it: without any data. */
  static async startEmpty(env: Record<string, string> = {}): Promise<Product> {
    const product = await Product.#create(env);
    await product.start();
    return product;
  }

  static async #create(env: Record<string, string>): Promise<Product> {
    return new Product(await freePort(), await mkdtemp(path.join(os.tmpdir(), 'vitrine-e2e-')), env);
  }

  get origin(): string {
    return `http://localhost:${this.port}`;
  }

  /** Started, and neither stopped nor killed since. */
  get isRunning(): boolean {
    return this.#child !== undefined;
  }

  get pid(): number | undefined {
    return this.#child?.pid;
  }

  async start(): Promise<void> {
    const env = { ...process.env, ...this.env, PORT: String(this.port), DATA_DIR: this.dataDir, PUBLIC_URL: this.origin };
    const main = process.env['SERVER_MAIN'] ?? (await buildServer({ onlyIfStale: true }));
    const child = spawn(process.execPath, [...SERVER_FLAGS, main], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (this.output += chunk.toString()));
    const deadline = Date.now() + START_LIMIT_MS;
    while (!(await this.isReady())) {
      if (child.exitCode !== null || Date.now() > deadline) throw new Error(`The server does not start:\n${this.output}`);
      await sleep(50);
    }
  }

  async isReady(): Promise<boolean> {
    try {
      return (await fetch(`${this.origin}/readyz`)).ok;
    } catch {
      return false;
    }
  }

  /** As Ctrl-C does, or with SIGKILL as a power cut does. */
  async stop(signal: 'SIGINT' | 'SIGKILL' = 'SIGINT'): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise((resolve) => child.on('exit', resolve));
    child.kill(signal);
    await ended;
  }

  /** Stops, also a database that a killed server left behind, and removes the data. */
  async remove(): Promise<void> {
    if (!this.#child) await this.start();
    await this.stop();
    await rm(this.dataDir, { recursive: true, force: true });
  }

  mailTo = (address: string): Promise<string> => newestMailTo(this.dataDir, address);
}

/** The newest mail to this address, as its text. */
export async function newestMailTo(dataDir: string, address: string): Promise<string> {
  const folder = path.join(dataDir, 'mail');
  for (let attempt = 0; attempt < 100; attempt++) {
    const names = await readdir(folder).catch(() => [] as string[]);
    for (const name of names.sort().reverse()) {
      const text = await readFile(path.join(folder, name), 'utf8');
      if (text.includes(`To: ${address}`)) return text;
    }
    await sleep(50);
  }
  throw new Error(`No mail to ${address}`);
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = net.createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => (typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no port'))));
    });
  });
}
