/**
 * Staged updates. A screen is in the share of a rollout by a hash of both: the same screens every time, and those of 1 % are among those of 10 %.
 * A rollout stops by itself when, of the screens that said within the stage how it went, at least three and more than a twentieth did not come to
 * play the version.
 */
import { createHash } from 'node:crypto';
import type { Rollout } from '@vitrine/contract';

const HASH_RANGE = 2 ** 32;

export function isInRolloutShare(rolloutId: string, screenId: string, percent: number): boolean {
  const slice = createHash('sha256').update(`${rolloutId} ${screenId}`).digest().readUInt32BE(0);
  return slice < (HASH_RANGE / 100) * percent;
}

const MIN_FAILURES_TO_STOP = 3;
const MAX_FAILURE_RATE = 0.05;

export const exceedsFailureThreshold = ({ settled, failed }: { settled: number; failed: number }): boolean =>
  failed >= MIN_FAILURES_TO_STOP && failed > settled * MAX_FAILURE_RATE;

/** A screen downloads, starts anew and plays, or falls back, long before that. */
export const RESULT_TIMEOUT_MS = 10 * 60_000;

export type RolloutOutcome = 'running' | 'fallenBack' | 'silent' | 'refused';

/** The versions on a screen, each named by its files. */
export interface ShellReport {
  good: string | null;
  trial: string | null;
  bad: string[];
}

export interface SentUpdate {
  sentAt: Date;
  /** What it said of its versions since it was told; null when it says nothing of them. */
  shell: ShellReport | null;
  /** Of the command that told it. */
  command: string | null;
}

/** How it went with a screen that was told to load the version with these files; undefined while that is open. */
export function getRolloutOutcome(told: SentUpdate, wanted: string, now: Date): RolloutOutcome | undefined {
  if (told.shell?.good === wanted) return 'running';
  if (told.shell?.bad.includes(wanted)) return 'fallenBack';
  if (told.command === 'failed') return 'refused';
  return now.getTime() - told.sentAt.getTime() > RESULT_TIMEOUT_MS ? 'silent' : undefined;
}

type Counts = Pick<Rollout, 'fallenBack' | 'silent' | 'refused'>;

/** Why it stopped, in words. */
export function describeStopReason(
  { settled: completed, failed }: { settled: number; failed: number },
  { fallenBack, silent, refused }: Counts,
): string {
  const parts = [
    ...(fallenBack > 0 ? [`${fallenBack} rolled back to the previous version`] : []),
    ...(silent > 0 ? [`${silent} didn’t reconnect within 10 minutes`] : []),
    ...(refused > 0 ? [`${refused} couldn’t load the version`] : []),
  ];
  return `Stopped automatically: ${failed} of ${completed} screens in this stage failed to play the version. In total, ${parts.join(', ')}.`;
}

const ALLOWED_TRANSITIONS: Record<Rollout['state'], readonly Rollout['state'][]> = {
  running: ['paused', 'ended'],
  paused: ['running', 'ended'],
  stopped: ['running', 'ended'],
  ended: [],
};

export const canTransition = (from: Rollout['state'], to: Rollout['state']): boolean =>
  from === to || ALLOWED_TRANSITIONS[from].includes(to);
