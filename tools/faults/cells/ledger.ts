import { createHash } from 'node:crypto';

/** A file that the product has acknowledged. */
export interface Kept {
  mediaId: string;
  key: string;
  sha256: string;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Everything that the product acknowledged and must not lose. */
export class Ledger {
  kept: Kept[] = [];
  /** Addresses that were invited, each of which gets one mail. */
  invited: string[] = [];

  keep(one: Kept): void {
    if (this.kept.some(({ mediaId }) => mediaId === one.mediaId)) throw new Error(`Two uploads became the one media ${one.mediaId}`);
    this.kept.push(one);
  }
}
