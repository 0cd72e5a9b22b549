import type { DeviceOutcome, MoveForecast } from '@vitrine/contract/many-devices';
import { formatCount } from '../../lib/format.ts';

type Outcome = DeviceOutcome['outcome'];

const isOrAre = (count: number) => (count === 1 ? 'is' : 'are');
const itOrThey = (count: number) => (count === 1 ? 'it' : 'they');

/** Why it was not done, of so many. */
const SKIP_REASONS: Record<Exclude<Outcome, 'done'>, (count: number) => string> = {
  offline: (count) => `${count} ${isOrAre(count)} offline`,
  busy: (count) => `${count} ${isOrAre(count)} still working on a command`,
  gone: (count) => `${count} ${isOrAre(count)} no longer there`,
  tagLimit: (count) => `${count} ${count === 1 ? 'has' : 'have'} no room for more tags`,
  deviceLimit: (count) => `${count} stay${count === 1 ? 's' : ''} where ${itOrThey(count)} ${isOrAre(count)}: the plan there has no room`,
  planEnded: (count) => `${count} stay${count === 1 ? 's' : ''} where ${itOrThey(count)} ${isOrAre(count)}: the plan there has ended`,
  there: (count) => `${count} ${count === 1 ? 'was' : 'were'} there already`,
};

export interface BulkResult {
  text: string;
  /** All that was asked was done. */
  isWhole: boolean;
}

/** What became of many devices: `Reloading 12 devices. 3 are offline.` */
export function getBulkResult(done: (count: string) => string, outcomes: readonly DeviceOutcome[]): BulkResult {
  const counts = new Map<Outcome, number>();
  for (const { outcome } of outcomes) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  const count = counts.get('done') ?? 0;
  const others = (Object.keys(SKIP_REASONS) as (keyof typeof SKIP_REASONS)[]).flatMap((outcome) => {
    const many = counts.get(outcome);
    return many ? [`${SKIP_REASONS[outcome](many)}.`] : [];
  });
  const text = [`${count > 0 ? done(formatCount(count, 'device')) : 'Nothing was done'}.`, ...others].join(' ');
  return { text, isWhole: others.length === 0 };
}

/** What a move will do, said before it. */
export function describeMove({ moving, room, hasEnded, ends, more }: MoveForecast, asked: number): { words: string; ending: string[] } {
  const left = asked - moving;
  const isFull = room !== null && (hasEnded || (left > 0 && moving >= room));
  const limit = hasEnded ? 'The plan there has ended, so it takes no more.' : `The plan there has room for ${room ?? 0}.`;
  const words = [
    moving === 0 ? 'None of them moves.' : `${formatCount(moving, 'device')} will move, with ${moving === 1 ? 'its' : 'their'} tags.`,
    ...(isFull ? [limit] : left > 0 ? [`${left} ${isOrAre(left)} there already.`] : []),
  ].join(' ');
  const ending = ends.map(({ name, devices }) => `${name} ends on ${formatCount(devices, 'device')}`);
  return { words, ending: more > 0 ? [...ending, `${more.toLocaleString('en-US')} more`] : ending };
}

/** How much of a list is selected, said plainly when it is all of it. */
export function getSelectionLabel(selected: number, total: number, isFiltered: boolean): string {
  const count = selected.toLocaleString('en-US');
  if (selected < total || total === 0) return `${count} selected`;
  return isFiltered ? `All ${count} found are selected` : `All ${count} are selected`;
}
