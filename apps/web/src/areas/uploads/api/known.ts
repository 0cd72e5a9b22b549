import type { KnownFiles } from '@vitrine/contract/media';
import { findKnownFiles } from '@vitrine/contract/media.endpoints';
import { call } from '../../../lib/api-client.ts';

/** A server that is slow to say holds up no upload: it knows what it has when that is through. */
const DUPLICATES_TIMEOUT_MS = 10_000;

export interface FileFingerprint {
  size: number;
  sha256?: string;
}

/** Which of these, by their places, whoever uploads has in the album already. */
export const requestDuplicates = (albumId: string, files: FileFingerprint[]): Promise<KnownFiles> =>
  call(findKnownFiles, { params: { albumId }, body: { files }, signal: AbortSignal.timeout(DUPLICATES_TIMEOUT_MS) });
