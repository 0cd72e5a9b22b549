/** What the register is narrowed to and how it is sorted. */
export interface RegisterSearch {
  string?: string;
  /** An environment. */
  filter?: string;
  sort?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
}
