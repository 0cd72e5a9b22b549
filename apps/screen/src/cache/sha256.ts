import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Maximum size of files that the browser hashes in one call, off the main thread. Larger files would need too much memory. */
const SINGLE_DIGEST_MAX_BYTES = 32 * 1024 * 1024;
/** Takes about 4 ms to hash on a slow device, so that a playing video does not drop frames. */
const SLICE_BYTES = 512 * 1024;

/** Returns the lower-case hexadecimal SHA-256 of all bytes. On an insecure origin the browser offers no digest, so the hash is computed in JavaScript. */
export async function computeSha256(blob: Blob): Promise<string> {
  if (globalThis.crypto?.subtle && blob.size <= SINGLE_DIGEST_MAX_BYTES) {
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await blob.arrayBuffer())));
  }
  const hash = sha256.create();
  for (let from = 0; from < blob.size; from += SLICE_BYTES) {
    hash.update(new Uint8Array(await blob.slice(from, from + SLICE_BYTES).arrayBuffer()));
  }
  return bytesToHex(hash.digest());
}
