import type { DeviceOutcome } from '@vitrine/contract';

export type BulkOutcome = DeviceOutcome['outcome'];

/** One for each id asked, once and in that order; of those that nothing is said of there is no such device. */
export const presentOutcomes = (asked: readonly string[], said: ReadonlyMap<string, BulkOutcome>): DeviceOutcome[] =>
  [...new Set(asked.map((id) => id.toLowerCase()))].map((deviceId) => ({ deviceId, outcome: said.get(deviceId) ?? 'gone' }));
