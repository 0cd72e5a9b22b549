import type { DeviceOutcome } from '@vitrine/contract';

export type BulkOutcome = DeviceOutcome['outcome'];

/** Returns one outcome for each requested id, once and in order; ids without an outcome do not exist. */
export const presentOutcomes = (requestedIds: readonly string[], outcomes: ReadonlyMap<string, BulkOutcome>): DeviceOutcome[] =>
  [...new Set(requestedIds.map((id) => id.toLowerCase()))].map((deviceId) => ({ deviceId, outcome: outcomes.get(deviceId) ?? 'gone' }));
