import { LIMITS } from '@vitrine/contract/limits';

/** Devices selected for a publish. */
export interface DeviceSelection {
  ids: ReadonlySet<string>;
  /** Unique number of each selection. */
  stamp: number;
}

let selectionCount = 0;

export const createSelection = (ids: Iterable<string>): DeviceSelection => ({ ids: new Set(ids), stamp: ++selectionCount });

export const EMPTY_SELECTION = createSelection([]);

export function toggleDevice({ ids }: DeviceSelection, id: string): DeviceSelection {
  const next = new Set(ids);
  if (!next.delete(id)) next.add(id);
  return createSelection(next);
}

/** Returns the number of devices above the limit of one publish. */
export const countOverLimit = ({ ids }: DeviceSelection): number => Math.max(0, ids.size - LIMITS.publishDevices);
