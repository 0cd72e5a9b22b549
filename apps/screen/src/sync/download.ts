import type { ManifestFile } from '@vitrine/contract/screens';
import { computeSha256 } from '../cache/sha256.ts';

/** Bytes gathered in memory before they are put aside; a smaller file is never put aside. */
const PART_BYTES = 2 * 1024 * 1024;
const IDLE_TIMEOUT_MS = 20_000;

/** Store for the parts of interrupted downloads. */
export interface PartialDownloadStore {
  read(sha256: string): Promise<Blob[]>;
  add(sha256: string, index: number, bytes: Blob): Promise<void>;
  deleteParts(sha256: string): Promise<void>;
}

export interface Download {
  file: ManifestFile;
  /** Requests the bytes from an offset on. */
  requestBytes: (from: number, signal: AbortSignal) => Promise<Response>;
  parts: PartialDownloadStore;
  signal: AbortSignal;
}

/** Downloads a complete file, resuming an earlier attempt. Resolves only when its SHA-256 is right. */
export async function download({ file, requestBytes, parts, signal }: Download): Promise<Blob> {
  const pieces = await parts.read(file.sha256);
  const from = sumSizes(pieces);
  if (from < file.sizeBytes) {
    const silence = createIdleTimeout(signal);
    try {
      const response = await requestBytes(from, silence.signal);
      // A server that ignores the range sends everything again.
      if (response.status !== 206 && from > 0) {
        await parts.deleteParts(file.sha256);
        pieces.length = 0;
      }
      await readBody({ file, response, pieces, parts, onData: silence.heard });
    } finally {
      silence.end();
    }
  }
  const whole = new Blob(pieces, { type: file.mimetype });
  if (whole.size !== file.sizeBytes || (await computeSha256(whole)) !== file.sha256) {
    // A truncated response can be resumed; a response of the full length or more is wrong.
    if (whole.size >= file.sizeBytes) await parts.deleteParts(file.sha256);
    throw new Error(whole.size < file.sizeBytes ? 'the download was interrupted' : 'the downloaded file is damaged');
  }
  return whole;
}

interface ReadingDownload extends Pick<Download, 'file' | 'parts'> {
  response: Response;
  pieces: Blob[];
  onData: () => void;
}

async function readBody({ file, response, pieces, parts, onData }: ReadingDownload): Promise<void> {
  const reader = response.body?.getReader();
  if (!reader) throw new Error('the answer has no body');
  let open: Uint8Array<ArrayBuffer>[] = [];
  let openBytes = 0;
  const close = async () => {
    const piece = new Blob(open);
    if (file.sizeBytes > PART_BYTES) await parts.add(file.sha256, pieces.length, piece);
    pieces.push(piece);
    open = [];
    openBytes = 0;
  };
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    onData();
    open.push(read.value as Uint8Array<ArrayBuffer>);
    openBytes += read.value.byteLength;
    if (sumSizes(pieces) + openBytes > file.sizeBytes) {
      await reader.cancel();
      break;
    }
    if (openBytes >= PART_BYTES) await close();
  }
  if (openBytes > 0) await close();
}

function sumSizes(pieces: readonly Blob[]): number {
  return pieces.reduce((sum, { size }) => sum + size, 0);
}

/** Aborts when no data arrives for some time, because a connection can die without an error. */
function createIdleTimeout(signal: AbortSignal) {
  const abort = new AbortController();
  const reject = () => abort.abort();
  let timer = setTimeout(reject, IDLE_TIMEOUT_MS);
  signal.addEventListener('abort', reject, { once: true });
  if (signal.aborted) reject();
  return {
    signal: abort.signal,
    heard: () => {
      clearTimeout(timer);
      timer = setTimeout(reject, IDLE_TIMEOUT_MS);
    },
    end: () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', reject);
    },
  };
}
