export interface VideoQueueSearch {
  /** The queue, unless it says otherwise. */
  videos?: 'stack';
  outcome?: 'inprogress' | 'success' | 'failed';
  /** The video whose details are shown. */
  video?: string;
}
