import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { SERVER_FLAGS } from '../apps/server/src/platform/node-flags.ts';
import { buildServer } from '../scripts/build-server.ts';

const START_LIMIT_MS = 180_000;

/** A process of the real server with a separate data folder, which can be stopped, killed and restarted. */
export class ServerProcess {
  readonly port: number;
  readonly dataDir: string;
  readonly env: Record<string, string>;
  output = '';
  #child: ChildProcess | undefined;

  constructor(port: number, dataDir: string, env: Record<string, string> = {}) {
    this.port = port;
    this.dataDir = dataDir;
    this.env = env;
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
    // Tests prepare their data by thousands of calls of one account.
    const env = {
      ACCOUNT_REQUESTS_PER_SECOND: '100000',
      ...process.env,
      PUBLIC_URL: this.origin,
      ...this.env,
      PORT: String(this.port),
      DATA_DIR: this.dataDir,
    };
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

  /** As Ctrl-C and systemd do, or with SIGKILL as a power cut does. Answers the exit code; null where it had none. */
  async stop(signal: 'SIGINT' | 'SIGTERM' | 'SIGKILL' = 'SIGINT'): Promise<number | null> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null || child.signalCode !== null) return child?.exitCode ?? null;
    const ended = new Promise<number | null>((resolve) => child.on('exit', resolve));
    child.kill(signal);
    return ended;
  }
}
