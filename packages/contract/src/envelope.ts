import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { SESSION_END_REASONS } from './session-activity.ts';

/** The one shape of every JSON answer: `{ error, code?, message?, token?, result? }`. */
export const envelope = <T extends z.ZodType>(result: T) =>
  z.object({
    error: z.literal(false),
    code: z.string().optional(),
    message: z.string().optional(),
    token: z.string().optional(),
    result,
  });

/** An answer that says only that it was done. */
export const emptyEnvelope = z.object({ error: z.literal(false), message: z.string().optional() });

export const failure = z
  .object({
    error: z.literal(true),
    code: z.string(),
    message: z.string(),
    /** Which input was wrong, by path, when code is INVALID. */
    issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
    /** Why the session ended, if that is known, when code is UNAUTHENTICATED. */
    sessionEnd: z.enum(SESSION_END_REASONS).optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Failure' });
export type Failure = z.infer<typeof failure>;

/** The version of the object that a form was opened with, for clients that send back what they read instead of If-Match. */
export const sentVersion = z.string().max(64).optional();

/** Message of an id that is not a UUID. In a path, the response is NOT_FOUND instead: no object has such an id. */
export const INVALID_ID_MESSAGE = 'This ID is not valid.';
export const id = z.uuid(INVALID_ID_MESSAGE);
/** Length of a list, for pages that show a part of it. */
export const listCount = z.object({ count: z.number() });
export const idParams = z.object({ id });

/** Lists take `page` from 1 and `dataPerPage`, which has a limit. */
export const pageQuery = z.object({
  page: z.coerce.number<number>().int().min(1).max(100_000).default(1),
  dataPerPage: z.coerce.number<number>().int().min(1).max(LIMITS.pageSizeMax).default(50),
});
