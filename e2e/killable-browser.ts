import { readdir, readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BrowserContext, chromium } from '@playwright/test';
import { CHROMIUM_FLAGS } from './chromium.ts';

/** A browser with a profile on the disk, which can be killed as a power cut does and opened again. */
export class KillableBrowser {
  readonly context: BrowserContext;
  #profile: string;

  private constructor(context: BrowserContext, profile: string) {
    this.context = context;
    this.#profile = profile;
  }

  static async open(profile: string, executablePath: string, flags: string[] = []): Promise<KillableBrowser> {
    const args = [...CHROMIUM_FLAGS, ...flags];
    // Its pages are screens. Without a GPU, the browser draws each of their pixels and animations with the processor.
    const viewport = { width: 640, height: 360 };
    const context = await chromium.launchPersistentContext(profile, { executablePath, args, viewport, reducedMotion: 'reduce' });
    return new KillableBrowser(context, profile);
  }

  async kill(): Promise<void> {
    for (const pid of await this.#processes()) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch (cause) {
        // It ended together with its parent.
        if ((cause as NodeJS.ErrnoException).code !== 'ESRCH') throw cause;
      }
    }
    // Playwright learns of it by the closed pipe.
    await this.context.close().catch(() => undefined);
    while ((await this.#processes()).length > 0) await sleep(20);
  }

  /** Every process of this profile, and of no other. */
  async #processes(): Promise<number[]> {
    const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
    const lines = await Promise.all(pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')));
    return pids.filter((_pid, index) => lines[index]?.includes(`--user-data-dir=${this.#profile}`));
  }
}
