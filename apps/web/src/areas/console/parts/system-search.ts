export interface SystemSearch {
  /** Which jobs are listed; the failed ones, unless it says otherwise. */
  jobs?: 'waiting' | 'running' | 'failed';
  /** Of which kind alone. */
  jobKind?: string;
}
