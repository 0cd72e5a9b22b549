import type { Random } from '../../demo/random.ts';

/** Returns a shuffled copy (Fisher-Yates). */
export function shuffled<T>(items: readonly T[], random: Random): T[] {
  const shuffledItems = [...items];
  for (let index = shuffledItems.length - 1; index > 0; index--) {
    const swapAt = random.whole(0, index);
    [shuffledItems[index], shuffledItems[swapAt]] = [shuffledItems[swapAt] as T, shuffledItems[index] as T];
  }
  return shuffledItems;
}
