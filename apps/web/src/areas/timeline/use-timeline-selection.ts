import { LIMITS } from '@vitrine/contract/limits';
import { useState } from 'react';
import { getErrorMessage } from '../../lib/app-error.ts';
import { EMPTY_SELECTION, useSelection } from '../../lib/use-id-selection.ts';
import { toast } from '../../ui/toast-store.ts';
import type { OwnerScope } from '../accounts/owner-scope.ts';
import { fetchTimelineIds } from './api/timeline.ts';

const LIMIT_MESSAGE = `You can select up to ${LIMITS.mediaPerCall.toLocaleString('en-US')} items at a time.`;

/**
 * Selection in the timeline. Timelines are too long to load all ids, so ids of months, days and ranges are requested when they are selected, and each request
 * is limited.
 */
export function useTimelineSelection(scope: OwnerScope, isActive: boolean) {
  const state = useState(EMPTY_SELECTION);
  /** Ids of the months and days that were selected as a whole. */
  const [periods, setPeriods] = useState<ReadonlyMap<string, readonly string[]>>(new Map());
  const load = async (part: Parameters<typeof fetchTimelineIds>[1]): Promise<readonly string[]> => {
    try {
      const ids = await fetchTimelineIds(scope, part);
      if (ids.length >= LIMITS.mediaPerCall) toast.warning(LIMIT_MESSAGE);
      return ids;
    } catch (error) {
      toast.error(getErrorMessage(error));
      return [];
    }
  };
  const selection = useSelection(
    state,
    { order: undefined, loadAll: () => load({}), loadRange: (from, to) => load({ from, to }) },
    isActive,
  );
  const isPeriodSelected = (period: string): boolean => periods.get(period)?.every((id) => selection.ids.has(id)) ?? false;
  const togglePeriod = async (period: string): Promise<void> => {
    const isSelected = isPeriodSelected(period);
    const ids = isSelected ? (periods.get(period) ?? []) : await load({ period });
    if (ids.length === 0) return;
    setPeriods((before) => new Map(before).set(period, ids));
    const [, setStored] = state;
    setStored((before) => {
      const next = new Set(before.ids);
      for (const id of ids)
        if (isSelected) next.delete(id);
        else next.add(id);
      return { ids: next, anchor: before.anchor };
    });
  };
  return {
    ...selection,
    isPeriodSelected,
    togglePeriod,
    clear: () => {
      setPeriods(new Map());
      selection.clear();
    },
  };
}

export type TimelineSelection = ReturnType<typeof useTimelineSelection>;
