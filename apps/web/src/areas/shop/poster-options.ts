import type { PosterCombination } from '@vitrine/contract/posters';

/** Options in their order of selection; each depends on the previous ones. */
export const POSTER_OPTIONS = ['orientationId', 'sizeId', 'paperStockId', 'laminationId'] as const;
export type PosterOption = (typeof POSTER_OPTIONS)[number];
export type PosterChoice = Partial<Record<PosterOption, string>>;

/** Discards later options, which may no longer match. */
export function chooseOption(choice: PosterChoice, option: PosterOption, id: string): PosterChoice {
  const kept = POSTER_OPTIONS.slice(0, POSTER_OPTIONS.indexOf(option));
  return { ...Object.fromEntries(kept.map((name) => [name, choice[name]])), [option]: id };
}

/** Returns the values of an option that match the previous choices. */
export function getAvailableValues(
  option: PosterOption,
  choice: PosterChoice,
  combinations: readonly PosterCombination[],
): { _id: string; name: string }[] {
  const before = POSTER_OPTIONS.slice(0, POSTER_OPTIONS.indexOf(option));
  if (before.some((name) => choice[name] === undefined)) return [];
  const fitting = combinations.filter((combination) => before.every((name) => combination[name]._id === choice[name]));
  return [...new Map(fitting.map((combination) => [combination[option]._id, combination[option]])).values()];
}

export function getCompleteChoice(choice: PosterChoice): Record<PosterOption, string> | undefined {
  const { orientationId, sizeId, paperStockId, laminationId } = choice;
  return orientationId && sizeId && paperStockId && laminationId ? { orientationId, sizeId, paperStockId, laminationId } : undefined;
}

export const formatDollars = (amount: number): string => `$${amount.toFixed(2)}`;

/** Total in dollars for this quantity, with one shipping charge (specification 2 §9). */
export const getPosterTotal = (price: number, quantity: number, shipping: number): number => price * quantity + shipping;
