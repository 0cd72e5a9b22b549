import { TUS_PATH, type TusMetadata } from '@vitrine/contract/media';
import { DetailedError, type HttpRequest, type HttpResponse, Upload } from 'tus-js-client';
import { endSession, getSession } from '../../lib/session.ts';
import type { Transfer, TransferEvents, TransferFailure, TransferRequest } from './transfer-types.ts';
import { consumeTusAddresses } from './tus-addresses.ts';

/** Maximum number of bytes that are sent again after an interruption. */
const CHUNK_BYTES = 8 * 1024 * 1024;
/** A minute in total, enough for a server restart; with jitter, so that clients do not retry at the same time. */
const RETRY_DELAYS_MS = [0, 1000, 2000, 4000, 8000, 15_000, 30_000];
/** Statuses about the file or the account, for which retrying is useless. */
const PERMANENT_ERROR_STATUSES: ReadonlySet<number> = new Set([403, 413, 415, 422]);
const withJitter = (delay: number) => Math.round(delay * (0.8 + 0.4 * Math.random()));

const headers = () => ({ authorization: getSession()?.token ?? '' });

/** Uploads a file, resuming an earlier attempt, also from a previous visit. */
export function startTusTransfer({ id, file, albumId, chosenAtUs }: TransferRequest, events: TransferEvents): Transfer {
  let isStopped = false;
  let isForgotten = false;
  const upload = new Upload(file, {
    endpoint: TUS_PATH,
    chunkSize: CHUNK_BYTES,
    retryDelays: RETRY_DELAYS_MS.map(withJitter),
    removeFingerprintOnSuccess: true,
    metadata: { filename: file.name, albumId, chosenAt: String(chosenAtUs) } satisfies TusMetadata,
    headers: headers(),
    fingerprint: () => Promise.resolve(id),
    onAfterResponse: rejectUnavailableResponse,
    // The upload was canceled before the server returned its URL. Delete it now.
    onUploadUrlAvailable: () => isForgotten && deleteFromServer(upload),
    onProgress: (sentBytes) => !isStopped && events.onProgress(sentBytes),
    onSuccess: ({ lastResponse }) =>
      !isStopped &&
      events.onDone({ mediaId: getHeader(lastResponse, 'x-media-id'), duplicateOf: getHeader(lastResponse, 'x-duplicate-of') }),
    onError: (error) => {
      if (isStopped) return;
      const failure = toTransferFailure(error);
      if (failure.isRefused) consumeTusAddresses(id);
      events.onFailed(failure);
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
      isForgotten = forget;
      if (!forget) void upload.abort();
      else if (upload.url) deleteFromServer(upload);
    },
  };

  function deleteFromServer(started: Upload) {
    consumeTusAddresses(id);
    started.abort(true).catch((error: unknown) => console.warn('Could not delete the upload from the server.', error));
  }
}

export function abandonTransfer(id: string): void {
  for (const address of consumeTusAddresses(id)) {
    Upload.terminate(address, { headers: headers() }).catch((error: unknown) =>
      console.warn('Could not delete the upload from the server.', error),
    );
  }
}

/** Turns a server error on the offset request into a failure to retry. tus would otherwise restart the upload from the beginning. */
function rejectUnavailableResponse(request: HttpRequest, response: HttpResponse): void {
  if (request.getMethod() === 'HEAD' && response.getStatus() >= 500) throw new Error('The server could not return the upload offset.');
}

const getHeader = (response: HttpResponse, name: string): string | null => response.getHeader(name) ?? null;

/** Converts an error to a failure with the server's message, if any. Ends the session when it has expired. */
function toTransferFailure(error: Error): TransferFailure {
  const response = error instanceof DetailedError ? error.originalResponse : null;
  if (!response) return { reason: 'Connection lost. Retry to continue the upload.', isLost: true, isRefused: false };
  const status = response.getStatus();
  if (status === 401) endSession();
  return { ...parseRefusal(response.getBody()), isLost: status >= 500, isRefused: PERMANENT_ERROR_STATUSES.has(status) };
}

function parseRefusal(body: string): { reason: string; code?: string } {
  try {
    const { message, code } = JSON.parse(body) as { message?: unknown; code?: unknown };
    if (typeof message === 'string') return { reason: message, code: typeof code === 'string' ? code : undefined };
  } catch {
    // Not our envelope: a proxy's message is not meant for users.
  }
  return { reason: 'Couldn’t upload the file. Try again later.' };
}
