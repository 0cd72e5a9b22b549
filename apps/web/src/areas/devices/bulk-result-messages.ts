import type { DeviceOutcome, TransferForecast } from '@vitrine/contract/bulk-devices';
import { formatCount } from '../../lib/format.ts';

type Outcome = DeviceOutcome['outcome'];

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');

/** Reasons for skipped devices, by count. */
const SKIP_REASONS: Record<Exclude<Outcome, 'done'>, (count: number) => string> = {
  offline: (count) => `${count} ${isOrAre(count)} offline`,
  busy: (count) => `${count} ${isOrAre(count)} still running another command`,
  gone: (count) => `${count} no longer ${count === 1 ? 'exists' : 'exist'}`,
  tagLimit: (count) => `${count} already ${count === 1 ? 'has' : 'have'} the maximum number of tags`,
  deviceLimit: (count) => `${count} couldn’t be moved because the destination’s device limit is reached`,
  planEnded: (count) => `${count} couldn’t be moved because the destination’s plan has ended`,
  there: (count) => `${count} ${count === 1 ? 'was' : 'were'} already there`,
};

export interface BulkResult {
  text: string;
  /** True when all devices were changed. */
  isWhole: boolean;
}

/** Returns the result of a bulk change: `Reloading 12 devices. 3 are offline.` */
export function getBulkResult(done: (count: string) => string, outcomes: readonly DeviceOutcome[]): BulkResult {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const count = counts.get('done') ?? 0;
  const others = (Object.keys(SKIP_REASONS) as (keyof typeof SKIP_REASONS)[]).flatMap((outcome) => {
    const many = counts.get(outcome);
    return many ? [`${SKIP_REASONS[outcome](many)}.`] : [];
  });
  const text = [`${count > 0 ? done(formatCount(count, 'device')) : 'No devices were changed'}.`, ...others].join(' ');
  return { text, isWhole: others.length === 0 };
}

/** Describes the effect of a move before it happens. */
export function describeMove({ moving, room, hasEnded, ends, more }: TransferForecast, asked: number): { words: string; ending: string[] } {
  const left = asked - moving;
  const isFull = room !== null && (hasEnded || (left > 0 && moving >= room));
  const limit = hasEnded
    ? 'The destination’s plan has ended, so no devices can be added.'
    : `The destination’s plan has room for ${formatCount(room ?? 0, 'more device')}.`;
  const words = [
    moving === 0
      ? 'No devices will be moved.'
      : `${formatCount(moving, 'device')} will be moved with ${moving === 1 ? 'its' : 'their'} tags.`,
    ...(isFull ? [limit] : left > 0 ? [`${left} ${isOrAre(left)} already there.`] : []),
  ].join(' ');
  const ending = ends.map(({ name, devices }) => `${name}: ${formatCount(devices, 'device')}`);
  return { words, ending: more > 0 ? [...ending, `${more.toLocaleString('en-US')} more`] : ending };
}

/** How much of a list is selected, said plainly when it is all of it. */
export function getSelectionLabel(selected: number, total: number, isFiltered: boolean): string {
  const count = selected.toLocaleString('en-US');
  if (selected < total || total === 0) return `${count} selected`;
  return isFiltered ? `All ${count} results selected` : `All ${count} selected`;
}
