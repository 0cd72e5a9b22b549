export interface FaqSearch {
  string?: string;
  catagoryId?: string;
  /** The question whose answer is shown. */
  shown?: string;
  /** The one that is edited, or `new`. */
  edited?: string;
}
