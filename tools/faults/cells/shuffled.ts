import type { Random } from '../../demo/random.ts';

/** Fisher and Yates. */
export function shuffled<T>(things: readonly T[], random: Random): T[] {
  const all = [...things];
  for (let at = all.length - 1; at > 0; at--) {
    const other = random.whole(0, at);
    [all[at], all[other]] = [all[other] as T, all[at] as T];
  }
  return all;
}
