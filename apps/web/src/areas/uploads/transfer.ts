export interface TransferEvents {
  onProgress: (sentBytes: number) => void;
  onDone: (outcome: { mediaId: string | null; duplicateOf: string | null }) => void;
  onFailed: (failure: TransferFailure) => void;
}

export interface TransferFailure {
  reason: string;
  /** No answer came: it may go well another time. */
  isLost: boolean;
  /** The server looked at the file and will not have it. */
  isRefused: boolean;
  /** The server's error code. */
  code?: string;
}

export interface Transfer {
  /** Stops sending. With `forget`, also deletes what the server has stored. */
  stop: (options?: { forget?: boolean }) => void;
}

export interface TransferRequest {
  id: string;
  file: File;
  albumId: string;
  /** Microseconds since 1970. */
  chosenAtUs: number;
}

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
