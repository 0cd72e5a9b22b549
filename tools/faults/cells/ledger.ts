import { createHash } from 'node:crypto';

/** A file that the product has acknowledged. */
export interface AcknowledgedFile {
  mediaId: string;
  key: string;
  sha256: string;
}

export const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** Records what the product acknowledged and must not lose. */
export class Ledger {
  files: AcknowledgedFile[] = [];
  /** Invited addresses. Each must receive one email. */
  invited: string[] = [];

  add(file: AcknowledgedFile): void {
    if (this.files.some(({ mediaId }) => mediaId === file.mediaId)) throw new Error(`Two uploads created the same media ${file.mediaId}`);
    this.files.push(file);
  }
}
