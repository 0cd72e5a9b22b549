import type { ScreenProblem } from '@vitrine/contract/screen-problems';
import type { ScreenReport } from '@vitrine/contract/screens';
import type { UtcOffsets } from '@vitrine/contract/utc-offsets';
import { isInTable, isZoneKnown } from '@vitrine/playback';
import { InsufficientSpaceError } from '../cache/cache-space.ts';
import { isQuotaExceeded } from '../cache/file-cache.ts';

const MAX_REPORTED = 50;
const MAX_REASON_LENGTH = 200;
const VERSION_FALLBACK_MESSAGE = 'A new version of the screen app failed to start. The screen went back to the previous version.';
const NOT_STORED_MESSAGE = 'This browser lets the page store nothing. After a restart the screen is a new one and has to be added again.';
const STORAGE_FULL_MESSAGE = 'This screen doesn’t have enough storage for all files.';
/** Problems that do not depend on the playlist's items. */
const PERSISTENT_PROBLEMS = new Set<string>(['version', 'memory', 'time zone', 'sound'] satisfies ScreenProblem[]);

/** Problems by media id or, for those of the screen itself, by their name. Reported with the screen's state. */
export class ProblemList {
  #reasons = new Map<ScreenProblem | (string & {}), string>();

  get reportedProblems(): ScreenReport['failed'] {
    return [...this.#reasons].slice(0, MAX_REPORTED).map(([mediaId, reason]) => ({ mediaId, reason: reason.slice(0, MAX_REASON_LENGTH) }));
  }

  get storageProblem(): string | null {
    return this.#reasons.get('storage') ?? null;
  }

  addVersionFallback(): void {
    this.#reasons.set('version', VERSION_FALLBACK_MESSAGE);
  }

  noteNotStored(): void {
    this.#reasons.set('memory', NOT_STORED_MESSAGE);
  }

  /** Adds or removes the problem that an unmuted screen plays muted. */
  noteSound(reason: string | null): void {
    if (reason) this.#reasons.set('sound', reason);
    else this.#reasons.delete('sound');
  }

  addItemProblem(mediaId: string, reason: string): void {
    this.#reasons.set(mediaId, reason);
  }

  removeItemProblem(mediaId: string): void {
    this.#reasons.delete(mediaId);
  }

  /** Removes the problems of all items, because other items are shown now. */
  removeItemProblems(): void {
    for (const id of this.#reasons.keys()) if (!PERSISTENT_PROBLEMS.has(id)) this.#reasons.delete(id);
  }

  /** Adds a problem when storage is full. Other failures are not reported, because they are retried. */
  addStorageProblem(cause: unknown): void {
    if (cause instanceof InsufficientSpaceError) this.#reasons.set('storage', cause.message);
    else if (isQuotaExceeded(cause)) this.#reasons.set('storage', STORAGE_FULL_MESSAGE);
  }

  /** Adds or removes the time zone problem. Schedules need the offset of the device's time zone at `now`. */
  noteZone({ timeZone, utcOffsets }: { timeZone: string; utcOffsets?: UtcOffsets | undefined }, now: number): void {
    if (isZoneKnown(timeZone) || (utcOffsets && isInTable(utcOffsets, now))) this.#reasons.delete('time zone');
    else this.#reasons.set('time zone', `This browser does not know the time zone ${timeZone}. Schedules may start at the wrong time.`);
  }

  removeStorageProblem(): void {
    this.#reasons.delete('storage');
  }
}
