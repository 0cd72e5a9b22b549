import type { Failure } from '@vitrine/contract/envelope';
import { uploadVersionFiles } from '@vitrine/contract/versions.endpoints';
import { getEndpointUrl } from '../../../../lib/api-client.ts';
import { AppError, type AppErrorCode } from '../../../../lib/app-error.ts';
import { endSession, getSession } from '../../../../lib/session.ts';
import type { VersionFiles } from '../version-files.ts';

const STOPPED = 'Upload canceled.';
const SEND_AGAIN = 'Connection lost during upload. Try again.';

export interface VersionUpload {
  /** Told how many percent have left. */
  onProgress: (percent: number) => void;
  /** Stops it. */
  signal: AbortSignal;
}

/** Sends the files of a version in one form. An AppError where they are refused. */
export function sendVersionFiles(versionId: string, { parts }: VersionFiles, { onProgress, signal }: VersionUpload): Promise<void> {
  const form = new FormData();
  for (const { field, file } of parts) form.append(field, file);
  const token = getSession()?.token ?? '';
  // Only this old way of asking tells how much has left.
  const request = new XMLHttpRequest();
  onProgress(0);
  return new Promise((resolve, reject) => {
    request.upload.onprogress = ({ loaded, total }) => onProgress((loaded / total) * 100);
    signal.addEventListener('abort', () => request.abort());
    request.onabort = () => reject(new AppError('NETWORK', STOPPED));
    request.onerror = () => reject(new AppError('NETWORK', SEND_AGAIN));
    request.onload = () => {
      if (request.status === 401) endSession();
      const failure = toUploadError(request);
      if (failure) reject(failure);
      else resolve();
    };
    request.open(uploadVersionFiles.method, getEndpointUrl(uploadVersionFiles, { params: { id: versionId }, body: form }));
    request.setRequestHeader('authorization', token);
    request.send(form);
  });
}

function toUploadError({ status, responseText }: XMLHttpRequest): AppError | undefined {
  if (status >= 200 && status < 300) return undefined;
  try {
    const { code, message } = JSON.parse(responseText) as Failure;
    return new AppError(code as AppErrorCode, message, status);
  } catch {
    // What stands before the server answered for it.
    return new AppError('UNAVAILABLE', status === 413 ? 'The files are too large for the server.' : SEND_AGAIN, status);
  }
}
