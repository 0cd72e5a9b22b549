import type { FramingState } from '@vitrine/contract/web-pages';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { AlbumsApi } from '../albums/index.ts';
import type { Platform } from '../define-module.ts';
import { createFramingCheck } from './framing-check.service.ts';
import { getCheckDelay } from './schedule.rules.ts';
import { type ClaimedPage, claimDuePages, claimPage, insertPage, recordFraming } from './web-pages.store.ts';

type WebPagesDeps = Pick<Platform, 'db' | 'clock' | 'log' | 'publicUrl' | 'screenUrl' | 'sourcesAllow' | 'sourcesPorts'> & {
  albums: Pick<AlbumsApi, 'contentChanged'>;
};

/** Requests of one process at the same time. Most of the time they wait for the network. */
const CONCURRENCY = 8;

/** Checks whether screens can show web pages: when they are saved, and daily in the background. */
export function createWebPages({ db, clock, log, publicUrl, screenUrl = publicUrl, sourcesAllow, sourcesPorts, albums }: WebPagesDeps) {
  const check = createFramingCheck({ log, publicUrl, screenUrl, guard: { allow: sourcesAllow, ports: sourcesPorts } });
  const running = new Set<Promise<void>>();

  const record = (fileId: string, framing: FramingState) =>
    db.transaction().execute(async (tx) => {
      const now = clock.now();
      const nextCheckAt = new Date(now.getTime() + getCheckDelay(framing, Math.random()));
      const albumIds = await recordFraming(tx, fileId, { framing, checkedAt: now, nextCheckAt });
      for (const albumId of albumIds) await albums.contentChanged(tx, albumId);
    });

  const checkPage = async ({ file_id: fileId, address }: ClaimedPage): Promise<void> => record(fileId, await check(address));

  /** Counts a check in the limit of this process. A page whose result can't be stored is checked again when its claim ends. */
  const start = (page: ClaimedPage): Promise<void> => {
    const work = checkPage(page).catch((error) => log.warn({ err: error, fileId: page.file_id }, 'a web page could not be checked'));
    running.add(work);
    return work.finally(() => void running.delete(work));
  };

  return {
    /** Throws for addresses of this installation, whose pages would be shown inside themselves. INVALID. */
    assertUsable(address: string): void {
      if (![publicUrl, screenUrl].some((own) => new URL(own).host === new URL(address).host)) return;
      const message = 'Pages of this installation can’t be shown as web pages.';
      throw new AppError('INVALID', message, { issues: [{ path: 'settings.address', message }] });
    },

    /** Records the page of a file that is being saved. */
    async add(tx: Tx, fileId: string, address: string): Promise<void> {
      await insertPage(tx, { fileId, address, now: clock.now() });
    },

    /** Checks the page of a file that was just saved, unless too many checks are running. The background checks it then. */
    async checkNow(fileId: string): Promise<void> {
      if (running.size >= CONCURRENCY) return;
      const page = await db.transaction().execute((tx) => claimPage(tx, fileId, clock.now()));
      if (page) await start(page);
    },

    /** Begins to check due pages, and returns without waiting for them. */
    async checkDue(): Promise<void> {
      const free = CONCURRENCY - running.size;
      if (free <= 0) return;
      const pages = await db.transaction().execute((tx) => claimDuePages(tx, clock.now(), free));
      for (const page of pages) void start(page);
    },

    /** Resolves when nothing is being checked. */
    idle: async (): Promise<void> => {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
