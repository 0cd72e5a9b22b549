/**
 * Staged updates. A screen is in the share of a rollout by a hash of both: the same screens every time, and those of 1 % are among those of 10 %.
 * A rollout stops by itself when, of the screens that said within the stage how it went, at least three and more than a twentieth did not come to
 * play the version.
 */
import { createHash } from 'node:crypto';
import type { Rollout } from '@vitrine/contract';

const SLICES = 2 ** 32;

export function isInShare(rolloutId: string, screenId: string, percent: number): boolean {
  const slice = createHash('sha256').update(`${rolloutId} ${screenId}`).digest().readUInt32BE(0);
  return slice < (SLICES / 100) * percent;
}

const FAILED_AT_LEAST = 3;
const FAILED_SHARE = 0.05;

export const mustStop = ({ settled, failed }: { settled: number; failed: number }): boolean =>
  failed >= FAILED_AT_LEAST && failed > settled * FAILED_SHARE;

/** A screen downloads, starts anew and plays, or falls back, long before that. */
export const RETURNS_WITHIN_MS = 10 * 60_000;

export type Outcome = 'running' | 'fallenBack' | 'silent' | 'refused';

/** The versions on a screen, each named by its files. */
export interface ShellReport {
  good: string | null;
  trial: string | null;
  bad: string[];
}

export interface Told {
  toldAt: Date;
  /** What it said of its versions since it was told; null when it says nothing of them. */
  shell: ShellReport | null;
  /** Of the command that told it. */
  command: string | null;
}

/** How it went with a screen that was told to load the version with these files; undefined while that is open. */
export function outcomeOf(told: Told, wanted: string, now: Date): Outcome | undefined {
  if (told.shell?.good === wanted) return 'running';
  if (told.shell?.bad.includes(wanted)) return 'fallenBack';
  if (told.command === 'failed') return 'refused';
  return now.getTime() - told.toldAt.getTime() > RETURNS_WITHIN_MS ? 'silent' : undefined;
}

type Counts = Pick<Rollout, 'fallenBack' | 'silent' | 'refused'>;

/** Why it stopped, in words. */
export function reasonOf({ settled, failed }: { settled: number; failed: number }, { fallenBack, silent, refused }: Counts): string {
  const parts = [
    ...(fallenBack > 0 ? [`${fallenBack} rolled back to the previous version`] : []),
    ...(silent > 0 ? [`${silent} didn’t reconnect within 10 minutes`] : []),
    ...(refused > 0 ? [`${refused} couldn’t load the version`] : []),
  ];
  return `Stopped automatically: ${failed} of ${settled} screens in this stage failed to play the version. In total, ${parts.join(', ')}.`;
}

const NEXT: Record<Rollout['state'], readonly Rollout['state'][]> = {
  running: ['paused', 'ended'],
  paused: ['running', 'ended'],
  stopped: ['running', 'ended'],
  ended: [],
};

export const mayBecome = (from: Rollout['state'], to: Rollout['state']): boolean => from === to || NEXT[from].includes(to);
