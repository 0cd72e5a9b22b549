import type { Play } from '@vitrine/contract/plays';

/** Plays of one media in one playlist on one day, without the number they get when they are sealed. */
export type PlayTally = Omit<Play, 'sequence'>;

/** Totals over the life of the screen; they survive a factory reset. */
export interface PlayTotals {
  /** The number of the tally sealed last. */
  sequence: number;
  /** Plays dropped because too many waited. */
  lost: number;
}
