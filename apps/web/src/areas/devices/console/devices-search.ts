/** What the list of all devices is narrowed to, how it is sorted, and whose details are shown. */
export interface ConsoleDevicesSearch {
  string?: string;
  /** `online` or `offline`. */
  filter?: string;
  sort?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  device?: string;
}
