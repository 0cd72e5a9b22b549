import type { Rollout } from '@vitrine/contract/rollouts';
import { ROLLOUT_PERCENTS, type RolloutPercent } from '@vitrine/contract/version-limits';
import { formatCount } from '../../../lib/format.ts';
import type { BadgeTone } from '../../../ui/badge.tsx';

type Counts = Pick<Rollout, 'reachable' | 'told' | 'running' | 'fallenBack' | 'silent' | 'refused'>;

/** How far it is, in screens. */
export interface RolloutProgress {
  /** Screens that reported or were given up. */
  answered: number;
  failed: number;
  loading: number;
  /** Screens of the share that have not received the command: offline, or not yet due. */
  waiting: number;
}

export function getRolloutProgress({ reachable, told, running, fallenBack, silent, refused }: Counts): RolloutProgress {
  const failed = fallenBack + silent + refused;
  const answered = running + failed;
  return { answered, failed, loading: Math.max(0, told - answered), waiting: Math.max(0, (reachable ?? told) - told) };
}

export const isRolloutActive = ({ state }: Pick<Rollout, 'state'>): boolean => state !== 'ended';

const isPercent = (value: number): value is RolloutPercent => ROLLOUT_PERCENTS.some((percent) => percent === value);

/** The share that comes after this one; undefined when all screens are in it. */
export const getNextPercent = (percent: RolloutPercent): RolloutPercent | undefined =>
  ROLLOUT_PERCENTS.filter(isPercent).find((larger) => larger > percent);

export const ROLLOUT_STATE_BADGES: Record<Rollout['state'], { word: string; tone: BadgeTone }> = {
  running: { word: 'Running', tone: 'accent' },
  paused: { word: 'Paused', tone: 'warning' },
  stopped: { word: 'Stopped automatically', tone: 'danger' },
  ended: { word: 'Ended', tone: 'neutral' },
};

export const formatVersion = ({ versionName, versionCode }: Pick<Rollout, 'versionName' | 'versionCode'>): string =>
  `${versionName} (${versionCode})`;

/** Which screens: `10 % of the live screens of PP`. */
export const getRolloutScopeLabel = ({ percent, environment, platform }: Pick<Rollout, 'percent' | 'environment' | 'platform'>): string =>
  `${percent === 100 ? 'All' : `${percent}% of`} ${environment} screens on ${platform}`;

/** As its bar says it to those who cannot see it. */
export function getRolloutProgressLabel(rollout: Counts): string {
  const { failed, loading, waiting } = getRolloutProgress(rollout);
  return `${formatCount(rollout.running, 'screen')} playing the version, ${failed} failed, ${loading} loading, ${waiting} waiting`;
}
