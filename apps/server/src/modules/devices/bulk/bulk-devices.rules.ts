import type { DeviceOutcome } from '@vitrine/contract';

export type BulkOutcome = DeviceOutcome['outcome'];

/** Returns one outcome for each requested id, once and in order; ids without an outcome do not exist. */
export const presentOutcomes = (asked: readonly string[], said: ReadonlyMap<string, BulkOutcome>): DeviceOutcome[] =>
  [...new Set(asked.map((id) => id.toLowerCase()))].map((deviceId) => ({ deviceId, outcome: said.get(deviceId) ?? 'gone' }));
