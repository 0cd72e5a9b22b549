import type { Transfer, TransferEvents, TransferRequest } from './transfer-types.ts';

/** Sends one file resumably. The code that speaks the protocol is fetched with the first one. */
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
    console.warn('An upload could not begin.', error);
    fail('Connection lost. Retry to continue the upload.', true);
  });
  return {
    stop(options = {}) {
      stopped = options;
      transfer?.stop(options);
    },
  };
}

/** Tells the server to throw away what it has of a file that is not being sent now. */
export function abandonUpload(id: string): void {
  import('./tus-transfer.ts')
    .then(({ abandonTransfer }) => abandonTransfer(id))
    // The server deletes abandoned uploads after a day.
    .catch((error: unknown) => console.warn('An upload could not be taken back.', error));
}

/** A file that was moved, changed or removed looks like a network failure while it is being sent. */
async function isReadable(file: File): Promise<boolean> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return true;
  } catch (error) {
    console.warn('A file cannot be read.', error);
    return false;
  }
}
