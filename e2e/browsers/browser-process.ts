import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 30_000;
const LOOK_EVERY_MS = 20;

/** A browser or driver with all processes it starts. */
export class BrowserProcess {
  readonly #child: ChildProcess;
  #output = '';
  #hasEnded = false;

  constructor(file: string, args: readonly string[], env: Record<string, string> = {}) {
    // Detached processes form a group, so that a kill reaches every process of the browser.
    this.#child = spawn(file, args, { detached: true, stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, ...env } });
    for (const stream of [this.#child.stdout, this.#child.stderr]) stream?.on('data', (chunk: Buffer) => (this.#output += String(chunk)));
    this.#child.once('close', () => (this.#hasEnded = true));
    this.#child.once('error', (cause) => (this.#output += cause.message));
  }

  /** Waits until the process prints the pattern and returns its first group. Throws with the output when the process ends first. */
  async waitForOutput(pattern: RegExp): Promise<string> {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match[1] ?? match[0];
      if (this.#hasEnded || Date.now() > deadline) throw new Error(`The browser did not start:\n${this.#output}`);
      await sleep(LOOK_EVERY_MS);
    }
  }

  /** Ends the process and every process it started, without notice. */
  async kill(): Promise<void> {
    if (this.#child.pid === undefined || this.#hasEnded) return;
    const ended = once(this.#child, 'close');
    process.kill(-this.#child.pid, 'SIGKILL');
    await ended;
  }
}
