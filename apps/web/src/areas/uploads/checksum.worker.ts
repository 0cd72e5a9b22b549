import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex } from '@noble/hashes/utils.js';

/** Maximum size of files that the browser hashes in one call. That needs a secure context. */
const SINGLE_DIGEST_MAX_BYTES = 64 * 1024 * 1024;
const SLICE_BYTES = 4 * 1024 * 1024;

/** Computes the SHA-256 of each received file in order; null for unreadable ones. Runs in a worker, so that the page stays responsive. */
let lastDigest: Promise<unknown> = Promise.resolve();
addEventListener('message', ({ data }: MessageEvent<File>) => {
  lastDigest = lastDigest.then(() => digest(data).catch(() => null)).then((checksum) => postMessage(checksum));
});

async function digest(file: File): Promise<string> {
  if (isSecureContext && file.size <= SINGLE_DIGEST_MAX_BYTES)
    return bytesToHex(new Uint8Array(await crypto.subtle.digest('SHA-256', await file.arrayBuffer())));
  const hash = sha256.create();
  for (let start = 0; start < file.size; start += SLICE_BYTES)
    hash.update(new Uint8Array(await file.slice(start, start + SLICE_BYTES).arrayBuffer()));
  return bytesToHex(hash.digest());
}
