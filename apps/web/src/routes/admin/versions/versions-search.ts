export interface VersionsSearch {
  /** The version that is edited, or `new`: beside the list, and on a phone in its place. */
  edited?: string;
}
