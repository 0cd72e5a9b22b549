export interface PlansSearch {
  platform?: 'PP' | 'WV';
  interval?: 'month' | 'year';
  /** Which plan is edited. */
  planId?: string;
}
