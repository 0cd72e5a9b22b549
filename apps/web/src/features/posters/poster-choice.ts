import type { PosterCombination } from '@vitrine/contract/posters';

/** In the order they are chosen; what comes later depends on what came before. */
export const OPTIONS = ['orientationId', 'sizeId', 'paperStockId', 'laminationId'] as const;
export type Option = (typeof OPTIONS)[number];
export type PosterChoice = Partial<Record<Option, string>>;

/** A change throws away what was chosen after it and may not go with it. */
export function choose(choice: PosterChoice, option: Option, id: string): PosterChoice {
  const kept = OPTIONS.slice(0, OPTIONS.indexOf(option));
  return { ...Object.fromEntries(kept.map((name) => [name, choice[name]])), [option]: id };
}

/** What can still be chosen for an option, given what was chosen before it. */
export function offersFor(
  option: Option,
  choice: PosterChoice,
  combinations: readonly PosterCombination[],
): { _id: string; name: string }[] {
  const before = OPTIONS.slice(0, OPTIONS.indexOf(option));
  if (before.some((name) => choice[name] === undefined)) return [];
  const fitting = combinations.filter((combination) => before.every((name) => combination[name]._id === choice[name]));
  return [...new Map(fitting.map((combination) => [combination[option]._id, combination[option]])).values()];
}

export function wholeChoice(choice: PosterChoice): Record<Option, string> | undefined {
  const { orientationId, sizeId, paperStockId, laminationId } = choice;
  return orientationId && sizeId && paperStockId && laminationId ? { orientationId, sizeId, paperStockId, laminationId } : undefined;
}

export const formatDollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** Dollars, for so many of one poster, sent once (specification 2 §9). */
export const totalOf = (price: number, quantity: number, shipping: number): number => price * quantity + shipping;
