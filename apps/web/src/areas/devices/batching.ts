import type { MoveForecast } from '@vitrine/contract/many-devices';

/** In their order, at most so many each. */
export const splitIntoBatches = <T>(things: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(things.length / size) }, (_, index) => things.slice(index * size, (index + 1) * size));

/** What several parts of one move say together: each was told of the same room. */
export function mergeForecasts(parts: readonly MoveForecast[]): MoveForecast {
  const ends = new Map<string, number>();
  for (const part of parts) for (const { name, devices } of part.ends) ends.set(name, (ends.get(name) ?? 0) + devices);
  const rooms = parts.flatMap(({ room }) => room ?? []);
  const asked = parts.reduce((sum, { moving }) => sum + moving, 0);
  return {
    // The plan's room is there once, however many parts were told of it.
    moving: rooms.length === parts.length && rooms[0] !== undefined ? Math.min(asked, Math.max(rooms[0], 0)) : asked,
    room: rooms[0] ?? null,
    hasEnded: parts.some(({ hasEnded }) => hasEnded),
    ends: [...ends].map(([name, devices]) => ({ name, devices })).toSorted((one, other) => other.devices - one.devices),
    more: parts.reduce((sum, { more }) => sum + more, 0),
  };
}
