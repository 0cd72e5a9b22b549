/** Lengths in characters. Source: specification 3 §5 and §9; the counts are ours. */
export const FAQ_LIMITS = {
  questionMax: 120,
  /** Length of the HTML. */
  answerMax: 100_000,
  categoryNameMin: 2,
  categoryNameMax: 30,
  perPage: 10,
  faqsMax: 1000,
  categoriesMax: 100,
} as const;
