import type { TransferForecast } from '@vitrine/contract/bulk-devices';

/** Splits a list into batches of at most this size. */
export const splitIntoBatches = <T>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, index) => things.slice(index * size, (index + 1) * size));

/** Merges the forecasts of several parts of one move, each of which counted on the same capacity. */
export function mergeForecasts(parts: readonly TransferForecast[]): TransferForecast {
  const ends = new Map<string, number>();
  for (const part of parts) for (const { name, devices } of part.ends) ends.set(name, (ends.get(name) ?? 0) + devices);
  const rooms = parts.flatMap(({ room }) => room ?? []);
  const asked = parts.reduce((sum, { moving }) => sum + moving, 0);
  return {
    // The plan's capacity exists once, however many parts counted on it.
    moving: rooms.length === parts.length && rooms[0] !== undefined ? Math.min(asked, Math.max(rooms[0], 0)) : asked,
    room: rooms[0] ?? null,
    hasEnded: parts.some(({ hasEnded }) => hasEnded),
    ends: [...ends].map(([name, devices]) => ({ name, devices })).toSorted((one, other) => other.devices - one.devices),
    more: parts.reduce((sum, { more }) => sum + more, 0),
  };
}
