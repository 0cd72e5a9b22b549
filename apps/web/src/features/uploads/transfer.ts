import { TUS_PATH } from '@vitrine/contract/media';
import { DetailedError, type HttpResponse, Upload } from 'tus-js-client';
import { endSession, getSession } from '../../lib/session.ts';
import { forgetInterruptedUploads } from './interrupted-uploads.ts';

const CHUNK_BYTES = 8 * 1024 * 1024;
const RETRY_DELAYS_MS = [0, 1000, 3000, 6000, 12_000, 30_000];

export interface TransferEvents {
  onProgress: (sentBytes: number) => void;
  onDone: (outcome: { mediaId: string | null; duplicateOf: string | null }) => void;
  onFailed: (reason: string) => void;
}

export interface Transfer {
  /** Stops sending. With `forget`, the server is told to throw away what it has. */
  stop: (options?: { forget?: boolean }) => void;
}

/** Sends one file resumably. A file that was begun before, even in an earlier visit, goes on where it stopped. */
export function startTransfer(file: File, albumId: string, events: TransferEvents): Transfer {
  let isStopped = false;
  // The same file in another album is another upload.
  const fingerprint = ['vitrine', albumId, file.name, file.size, file.lastModified].join('/');
  const upload = new Upload(file, {
    endpoint: TUS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS,
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, albumId },
    headers: { authorization: getSession()?.token ?? '' },
    fingerprint: () => Promise.resolve(fingerprint),
    onProgress: (sentBytes) => !isStopped && events.onProgress(sentBytes),
    onSuccess: ({ lastResponse }) =>
      events.onDone({ mediaId: headerOf(lastResponse, 'x-media-id'), duplicateOf: headerOf(lastResponse, 'x-duplicate-of') }),
    onError: (error) => {
      if (isStopped) return;
      if (isRefusal(error)) forgetInterruptedUploads(fingerprint);
      events.onFailed(reasonOf(error));
    },
  });
  void upload.findPreviousUploads().then((previous) => {
    if (isStopped) return;
    const newest = previous.toSorted((one, other) => other.creationTime.localeCompare(one.creationTime))[0];
    if (newest) upload.resumeFromPreviousUpload(newest);
    upload.start();
  });
  return {
    stop: ({ forget = false } = {}) => {
      isStopped = true;
      if (forget) forgetInterruptedUploads(fingerprint);
      void upload.abort(forget).catch((error: unknown) => console.warn('The upload could not be taken back.', error));
    },
  };
}

function headerOf(response: HttpResponse, name: string): string | null {
  return response.getHeader(name) ?? null;
}

/** The server looked at the file and will never take it; going on where it stopped would be refused again. */
function isRefusal(error: Error): boolean {
  const status = error instanceof DetailedError ? (error.originalResponse?.getStatus() ?? 0) : 0;
  return status === 413 || status === 415 || status === 422;
}

/** What the server said, when it said something. */
function reasonOf(error: Error): string {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return 'The connection was lost. Retry to go on where it stopped.';
  if (response.getStatus() === 401) endSession();
  const body = response.getBody();
  try {
    const answer: unknown = JSON.parse(body);
    if (answer && typeof answer === 'object' && 'message' in answer && typeof answer.message === 'string') return answer.message;
  } catch {
    // Not our envelope: the server of the protocol answers in plain text.
    if (body && body.length < 200) return body.trim();
  }
  return 'The file could not be uploaded. Try again later.';
}
