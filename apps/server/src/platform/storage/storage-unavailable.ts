/** Error of AWS's client, recognized by its shape because the client is loaded only where it is used. */
interface StoreError extends Error {
  $metadata: { httpStatusCode?: number };
}

const isStoreError = (error: unknown): error is StoreError => error instanceof Error && '$metadata' in error;

/** Returns true when the object store is temporarily unavailable or overloaded. The request may succeed later. */
export function isStorageUnavailable(error: unknown): boolean {
  if (!isStoreError(error)) return false;
  const { httpStatusCode: status } = error.$metadata;
  return error.name === 'TimeoutError' || (status !== undefined && (status >= 500 || status === 429));
}
