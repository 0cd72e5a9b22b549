import { z } from 'zod';

/** How many days the small charts of the overview show, today among them. */
export const OVERVIEW_DAYS = 90;

/** A figure for each of the last `OVERVIEW_DAYS` days in UTC, oldest first; null for days without a measurement. */
const series = z.array(z.number().nullable());

const figure = z.object({ now: z.number(), days: series });

export const attentionKind = z.enum([
  'workersGone',
  'diskLow',
  'mailFailed',
  'mailNotSent',
  'jobsFailed',
  'videosFailed',
  'screensGone',
  'paymentsFailed',
  'messagesWaiting',
]);
export type AttentionKind = z.infer<typeof attentionKind>;

/** GET /console/overview. */
export const overview = z
  .object({
    /** The last day of all series: `2026-11-23`, in UTC. */
    today: z.string(),
    people: figure,
    /** Connected devices; of a day the most at once. `devices` is how many there are. */
    online: figure.extend({ devices: z.number() }),
    /** Bytes of originals. */
    storage: figure,
    /** Videos that wait or are processed; of a day the most at once. */
    queue: figure,
    /** Cents that were paid less those paid back: of the month so far, and of each day. */
    income: figure,
    /** Problems that need attention. `count` is at most `ATTENTION_MOST`, which stands for that many or more. */
    attention: z.array(z.object({ kind: attentionKind, count: z.number().int() })),
  })
  .meta({ id: 'Overview' });
export type Overview = z.infer<typeof overview>;

export const MAX_ATTENTION_COUNT = 1000;
/** Number of days for which failures count. */
export const ATTENTION_DAYS = 7;
