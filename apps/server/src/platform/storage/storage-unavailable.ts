/** An error of AWS's client, told by its shape: the client itself is loaded only where it is used. */
interface StoreError extends Error {
  $metadata: { httpStatusCode?: number };
}

const isStoreError = (error: unknown): error is StoreError => error instanceof Error && '$metadata' in error;

/** Whether the object store is away for now, or says that it has too much to do. What was asked may succeed later. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!isStoreError(error)) return false;
  const { httpStatusCode: status } = error.$metadata;
  return error.name === 'TimeoutError' || (status !== undefined && (status >= 500 || status === 429));
}
