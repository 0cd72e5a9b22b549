import type { Transfer, TransferEvents, TransferRequest } from './transfer-types.ts';

/** Uploads a file and can resume it. The protocol code is loaded with the first upload. */
export function startTransfer(request: TransferRequest, events: TransferEvents): Transfer {
  let stopped: { forget?: boolean } | null = null;
  let transfer: Transfer | null = null;
  const fail = (reason: string, isLost: boolean) => stopped ?? events.onFailed({ reason, isLost, isRefused: false });
  const start = async () => {
    if (!(await isReadable(request.file))) return void fail('The file can no longer be read. Choose it again.', false);
    const { abandonTransfer, startTusTransfer } = await import('./tus-transfer.ts');
    if (!stopped) transfer = startTusTransfer(request, events);
    else if (stopped.forget) abandonTransfer(request.id);
  };
  start().catch((error: unknown) => {
    console.warn('Could not start an upload.', error);
    fail('Connection lost. Retry to continue the upload.', true);
  });
  return {
    stop(options = {}) {
      stopped = options;
      transfer?.stop(options);
    },
  };
}

/** Deletes the server's part of a file that is not being uploaded now. */
export function abandonUpload(id: string): void {
  import('./tus-transfer.ts')
    .then(({ abandonTransfer }) => abandonTransfer(id))
    // The server deletes abandoned uploads after a day.
    .catch((error: unknown) => console.warn('Could not delete an upload from the server.', error));
}

/** Returns false when the file was moved, changed or removed. During the upload that would look like a network failure. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    console.warn('A file cannot be read.', error);
    return false;
  }
}
