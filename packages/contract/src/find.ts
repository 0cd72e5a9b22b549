import { z } from 'zod';

/** One letter has too many. */
export const FIND_MIN = 2;
/** Maximum number of results of each kind. */
export const FIND_MOST = 5;

export const foundKind = z.enum(['person', 'device', 'order', 'payment', 'plan', 'question', 'auditEntry']);
export type FoundKind = z.infer<typeof foundKind>;

/** GET /console/find. */
export const findQuery = z.object({ q: z.string().trim().min(FIND_MIN).max(254) });

/** Something of the console that was found, the best first and kind by kind. */
export const foundThing = z
  .object({
    kind: foundKind,
    _id: z.string(),
    name: z.string(),
    /** Distinguishes it from others with the same name. */
    note: z.string(),
    /** For orders only. */
    orderType: z.enum(['subscription', 'item', 'poster']).optional(),
  })
  .meta({ id: 'FoundThing' });
export type FoundThing = z.infer<typeof foundThing>;
