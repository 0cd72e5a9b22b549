import type { MediaValidity } from '@vitrine/contract';
import type { LimitedItem } from '@vitrine/playback';

/** More periods than this are treated as always, which keeps rows and responses small, and a forecast under 5 ms. Screens evaluate all of them. */
const MAX_PERIODS = 100;

/**
 * Returns the periods in which at least one of these items is shown, or null when one always is. Periods with the same days and times that overlap or follow
 * each other are merged, such as those of a photo for each day.
 */
export function summarizePeriods(items: readonly LimitedItem[]): MediaValidity[] | null {
  const limited = items.flatMap(({ valid }) => valid ?? []);
  if (limited.length < items.length || limited.length === 0) return null;
  const groups = Map.groupBy(limited, ({ weekdays, startTime, endTime }) => JSON.stringify([weekdays, startTime, endTime]));
  const periods = [...groups.values()].flatMap(mergeGroup);
  const isAlways = periods.some((period) => Object.keys(period).length === 0);
  return isAlways || periods.length > MAX_PERIODS ? null : periods;
}

/** Merges periods that differ only in `from` and `until`. Texts of local times have the order of the times. */
function mergeGroup(group: readonly MediaValidity[]): MediaValidity[] {
  const merged: MediaValidity[] = [];
  for (const period of group.toSorted((one, other) => ((one.from ?? '') < (other.from ?? '') ? -1 : 1))) {
    const last = merged.at(-1);
    if (last && (last.until === undefined || (period.from ?? '') <= last.until))
      merged[merged.length - 1] = extendUntil(last, period.until);
    else merged.push(period);
  }
  return merged;
}

function extendUntil({ until, ...period }: MediaValidity, end: string | undefined): MediaValidity {
  if (until === undefined || end === undefined) return period;
  return { ...period, until: until > end ? until : end };
}
