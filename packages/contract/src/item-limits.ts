/** Limits of products and orders, separate from the limits that every first view loads. Lengths are in characters. Source: specification 3 §9. */
export const ITEM_LIMITS = {
  itemNameMax: 30,
  itemDescriptionMax: 200,
  /** Quantity of one product in one order. */
  itemsPerLine: 99,
  /** Different products in one order. */
  linesPerOrder: 50,
} as const;
