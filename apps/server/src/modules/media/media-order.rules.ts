export interface Gap {
  /** Sequence numbers of the neighbors; null at an end of the list. */
  previous: number | null;
  next: number | null;
}

/** Returns `count` increasing numbers strictly between the neighbors; undefined when floating-point precision does not allow it. */
export function distributeBetween({ previous, next }: Gap, count: number): number[] | undefined {
  const start = previous ?? (next === null ? 0 : next - count - 1);
  const step = next === null ? 1 : (next - start) / (count + 1);
  const places = Array.from({ length: count }, (_, at) => start + step * (at + 1));
  const all = [start, ...places, ...(next === null ? [] : [next])];
  return all.every((place, at) => at === 0 || place > (all[at - 1] ?? Number.POSITIVE_INFINITY)) ? places : undefined;
}
