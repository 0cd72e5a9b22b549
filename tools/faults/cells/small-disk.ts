import { execFileSync } from 'node:child_process';
import { rm, statfs, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { ServerProcess } from '../../../e2e/server-process.ts';

/** More than the space for cached copies plus the space that the product keeps free. */
const SIZE_BYTES = 2_500_000_000;
const FREE_BYTES = 6_000_000;
const UNLIMITED = -1;

/** Limited disk of one machine: a separate file system or, where mounting is not allowed, a limit on the size of files that its process writes. */
export class SmallDisk {
  #process: ServerProcess;
  #isMounted: boolean;

  constructor(server: ServerProcess) {
    this.#process = server;
    this.#isMounted = succeeds('mount', ['-t', 'tmpfs', '-o', `size=${SIZE_BYTES}`, 'tmpfs', server.dataDir]);
  }

  get kind(): string {
    return this.#isMounted ? `a disk with ${FREE_BYTES / 1e6} MB free` : `files of at most ${FREE_BYTES / 1e6} MB`;
  }

  async fill(): Promise<void> {
    if (!this.#isMounted) return this.#limitFiles(FREE_BYTES);
    const { bavail, bsize } = await statfs(this.#process.dataDir);
    await writeFile(this.#ballast, Buffer.alloc(Math.max(0, bavail * bsize - FREE_BYTES)));
  }

  async empty(): Promise<void> {
    if (!this.#isMounted) return this.#limitFiles(UNLIMITED);
    await rm(this.#ballast, { force: true });
  }

  unmount(): void {
    if (this.#isMounted) execFileSync('umount', ['-l', this.#process.dataDir]);
  }

  get #ballast(): string {
    return path.join(this.#process.dataDir, 'ballast');
  }

  #limitFiles(bytes: number): void {
    execFileSync('prlimit', ['--pid', String(this.#process.pid), `--fsize=${bytes}`]);
  }
}

function succeeds(program: string, args: string[]): boolean {
  try {
    execFileSync(program, args, { stdio: 'ignore' });
    return true;
  } catch {
    // Most containers do not allow mounting.
    return false;
  }
}
