export interface TransferEvents {
  onProgress: (sentBytes: number) => void;
  onDone: (outcome: { mediaId: string | null; duplicateOf: string | null }) => void;
  onFailed: (failure: TransferFailure) => void;
}

export interface TransferFailure {
  reason: string;
  /** The server did not respond, so a retry may succeed. */
  isLost: boolean;
  /** The server examined and rejected the file. */
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
