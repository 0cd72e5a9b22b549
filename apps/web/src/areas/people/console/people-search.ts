/** What the list of people is narrowed to, how it is sorted, and whose details are shown. */
export interface PeopleSearch {
  string?: string;
  filter?: string;
  platform?: 'PP' | 'WV';
  sort?: string;
  /** `1` with those who are disabled. */
  disabled?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  person?: string;
}
