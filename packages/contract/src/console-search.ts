import { z } from 'zod';

/** One letter has too many. */
export const SEARCH_MIN_LENGTH = 2;
/** Maximum number of results of each kind. */
export const SEARCH_MAX_RESULTS_PER_KIND = 5;

export const searchResultKind = z.enum(['person', 'device', 'order', 'payment', 'plan', 'question', 'auditEntry']);
export type SearchResultKind = z.infer<typeof searchResultKind>;

/** GET /console/find. */
export const consoleSearchQuery = z.object({ q: z.string().trim().min(SEARCH_MIN_LENGTH).max(254) });

/** Something of the console that was found, the best first and kind by kind. */
export const searchResult = z
  .object({
    kind: searchResultKind,
    _id: z.string(),
    name: z.string(),
    /** Distinguishes it from others with the same name. */
    note: z.string(),
    /** For orders only. */
    orderType: z.enum(['subscription', 'item', 'poster']).optional(),
  })
  .meta({ id: 'FoundThing' });
export type SearchResult = z.infer<typeof searchResult>;
