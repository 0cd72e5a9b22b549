import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const START_LIMIT_MS = 30_000;
const POLL_INTERVAL_MS = 20;

/** A browser or driver and all processes that it starts. */
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

  /** The text that the process has printed. */
  get output(): string {
    return this.#output;
  }

  /** Id of the first process; undefined when it could not be started. */
  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** Waits until the process prints the pattern and returns its first group. Throws with the output when the process ends first. */
  async waitForOutput(pattern: RegExp): Promise<string> {
    const deadline = Date.now() + START_LIMIT_MS;
    for (;;) {
      const match = pattern.exec(this.#output);
      if (match) return match[1] ?? match[0];
      if (this.#hasEnded || Date.now() > deadline) throw new Error(`The browser did not start:\n${this.#output}`);
      await sleep(POLL_INTERVAL_MS);
    }
  }

  /**
   * Returns the memory in bytes of the processes of this browser that have the argument: their own pages and their share of those they share
   * with other processes. Files are excluded, so that the size of the browser's code does not count.
   */
  async measureMemory(argument: string): Promise<number> {
    let total = 0;
    for (const pid of (await readdir('/proc')).filter((name) => /^\d+$/.test(name))) {
      const read = (name: string) => readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => '');
      const group = / \S \d+ (\d+) /.exec(await read('stat'))?.[1];
      if (Number(group) !== this.#child.pid || !(await read('cmdline')).includes(argument)) continue;
      for (const [, kilobytes] of (await read('smaps_rollup')).matchAll(/^Pss_(?:Anon|Shmem): +(\d+) kB$/gm))
        total += Number(kilobytes) * 1024;
    }
    if (total === 0) throw new Error(`No process of the browser has ${argument}.`);
    return total;
  }

  /** Ends the process and every process it started, without notice. */
  async kill(): Promise<void> {
    if (this.#child.pid === undefined || this.#hasEnded) return;
    const ended = once(this.#child, 'close');
    process.kill(-this.#child.pid, 'SIGKILL');
    await ended;
  }
}
