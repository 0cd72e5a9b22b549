export interface VersionsSearch {
  /** `updates` for the staged updates instead of the versions. */
  shown?: string;
  /** The version that is edited, or `new`: beside the list, and on a phone in its place. */
  edited?: string;
}
