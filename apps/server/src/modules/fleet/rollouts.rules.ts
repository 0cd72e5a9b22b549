/**
 * Rules of staged updates. A hash of screen and rollout decides whether a screen belongs to the share, so the screens of the 1 % stage are also part of the 10
 * % stage. A rollout stops automatically when at least three and more than 5 % of the screens that reported during the stage failed to play the version.
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

/** Time after which a screen without a report counts as failed. Downloading, restarting and rolling back take much less. */
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
  /** Versions that the screen reported after the command; null when it reports none. */
  shell: ShellReport | null;
  /** State of the command. */
  command: string | null;
}

/** Returns the outcome of a screen that received the command to load this version; undefined while it is open. */
export function getRolloutOutcome(sentUpdate: SentUpdate, shell: string, now: Date): RolloutOutcome | undefined {
  if (sentUpdate.shell?.good === shell) return 'running';
  if (sentUpdate.shell?.bad.includes(shell)) return 'fallenBack';
  if (sentUpdate.command === 'failed') return 'refused';
  return now.getTime() - sentUpdate.sentAt.getTime() > RESULT_TIMEOUT_MS ? 'silent' : undefined;
}

type Counts = Pick<Rollout, 'fallenBack' | 'silent' | 'refused'>;

/** Returns the reason why the rollout stopped, as a message. */
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
