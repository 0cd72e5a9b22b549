/** What the list of payments is narrowed to, and the one that is looked at. */
export interface PaymentsSearch {
  string?: string;
  type?: string;
  event?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  payment?: string;
}
