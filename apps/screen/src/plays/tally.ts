import type { Play } from '@vitrine/contract/plays';

/** Plays of one media in one playlist on one day, before sealing assigns a sequence number. */
export type PlayTally = Omit<Play, 'sequence'>;

/** Totals since the screen's first start. They survive a factory reset. */
export interface PlayTotals {
  /** Sequence number of the last sealed tally. */
  sequence: number;
  /** Number of plays dropped because the queue was full or the server rejected them. */
  lost: number;
}
