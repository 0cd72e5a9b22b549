import { z } from 'zod';
import { id } from './envelope.ts';

export const masterValueType = z.enum(['orientation', 'size', 'paperstock', 'lamination', 'shippingus', 'shippingalaskahawai']);

/** GET /mastervalues: what a poster can be made of, and what sending it costs. */
export const masterValue = z.object({
  _id: z.string(),
  type: masterValueType,
  name: z.string(),
  description: z.string(),
  /** Dollars; only sending has one. */
  price: z.number().nullable(),
});
export type MasterValue = z.infer<typeof masterValue>;
export const masterValuesQuery = z.object({ type: masterValueType.optional() });

const option = z.object({ _id: z.string(), name: z.string() });

/** GET /postercombination: a way to make a poster. */
export const posterCombination = z
  .object({
    _id: z.string(),
    name: z.string(),
    orientationId: option,
    sizeId: option,
    paperStockId: option,
    laminationId: option,
    /** Dollars for one. */
    price: z.number(),
  })
  .meta({ id: 'PosterCombination' });
export type PosterCombination = z.infer<typeof posterCombination>;

export const combinationsQuery = z.object({ orientationId: id.optional() });
export const priceQuery = z.object({ orientationId: id, sizeId: id, paperStockId: id, laminationId: id });
/** `_id` is the combination's. */
export const posterPrice = z.object({ _id: z.string(), price: z.number() });

/** How many of one poster can be ordered at once (specification 2 §5). */
export const POSTER_QUANTITIES = [1, 2, 3, 4, 5, 10, 20, 50] as const;
