import { LIMITS } from '@vitrine/contract/limits';

/** Devices selected for a publish. */
export interface DeviceSelection {
  ids: ReadonlySet<string>;
  /** Another one for every choice ever made. */
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

/** How many there are beyond what one publish takes. */
export const countOverLimit = ({ ids }: DeviceSelection): number => Math.max(0, ids.size - LIMITS.publishDevices);
