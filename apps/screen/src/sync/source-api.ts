import { readSourceDocument } from '@vitrine/contract/screen-sources.addresses';
import type { SourceDocument } from '@vitrine/contract/sources';
import type { Identity } from '../database/database.ts';

const TIMEOUT_MS = 15_000;

/**
 * Requests the document of a source that this screen's manifest names. It shares no code with the other requests, because what two chunks share is part of the
 * first script, which must stay small.
 */
export async function fetchSourceDocument({ deviceId, secret }: Identity, sha256: string): Promise<SourceDocument> {
  const response = await fetch(`/api${readSourceDocument.path.replace(':sha256', sha256)}`, {
    headers: { authorization: `Screen ${deviceId}:${secret}` },
    // The document is stored with the manifest.
    cache: 'no-store',
    signal: AbortSignal.timeout(TIMEOUT_MS),
  });
  if (!response.ok) throw new Error(`the server answered ${response.status}`);
  return ((await response.json()) as { result: SourceDocument }).result;
}
