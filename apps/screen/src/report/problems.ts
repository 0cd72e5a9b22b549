import type { ScreenReport, UtcOffsets } from '@vitrine/contract/screens';
import { isInTable, isZoneKnown } from '@vitrine/playback';
import { InsufficientSpaceError } from '../cache/cache-space.ts';
import { isQuotaExceeded } from '../cache/file-cache.ts';

const REPORTED_MAX = 50;
const REASON_MAX = 200;
const VERSION_FALLBACK_MESSAGE = 'A new version of the screen app failed to start. The screen went back to the previous version.';
const NOT_STORED = 'This browser lets the page store nothing. After a restart the screen is a new one and has to be added again.';
const STORAGE_FULL_MESSAGE = 'This screen doesn’t have enough storage for all files.';
/** Faults that have nothing to do with the items of a playlist. */
const LASTING = new Set(['version', 'memory', 'time zone']);

/** Faults by the media they concern, or as `storage`, `memory`, `version` or `time zone`. Reported with the screen's state. */
export class ProblemList {
  #reasons = new Map<string, string>();

  get reportedProblems(): ScreenReport['failed'] {
    return [...this.#reasons].slice(0, REPORTED_MAX).map(([mediaId, reason]) => ({ mediaId, reason: reason.slice(0, REASON_MAX) }));
  }

  addVersionFallback(): void {
    this.#reasons.set('version', VERSION_FALLBACK_MESSAGE);
  }

  noteNotStored(): void {
    this.#reasons.set('memory', NOT_STORED);
  }

  addItemProblem(mediaId: string, reason: string): void {
    this.#reasons.set(mediaId, reason);
  }

  removeItemProblem(mediaId: string): void {
    this.#reasons.delete(mediaId);
  }

  /** Failures of earlier items say nothing about later ones. */
  removeItemProblems(): void {
    for (const id of this.#reasons.keys()) if (!LASTING.has(id)) this.#reasons.delete(id);
  }

  /** Only missing space needs the user's attention; everything else is retried. */
  addStorageProblem(cause: unknown): void {
    if (cause instanceof InsufficientSpaceError) this.#reasons.set('storage', cause.message);
    else if (isQuotaExceeded(cause)) this.#reasons.set('storage', STORAGE_FULL_MESSAGE);
  }

  /** Schedules need the offset of the device's zone at `now`. */
  noteZone({ timeZone, utcOffsets }: { timeZone: string; utcOffsets?: UtcOffsets | undefined }, now: number): void {
    if (isZoneKnown(timeZone) || (utcOffsets && isInTable(utcOffsets, now))) this.#reasons.delete('time zone');
    else this.#reasons.set('time zone', `This browser does not know the time zone ${timeZone}. Schedules may start at the wrong time.`);
  }

  removeStorageProblem(): void {
    this.#reasons.delete('storage');
  }
}
