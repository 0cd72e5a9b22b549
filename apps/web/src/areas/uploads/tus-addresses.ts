/** Prefix of the keys under which tus-js-client stores resumable uploads. */
const getStoragePrefix = (uploadId: string) => `tus::${uploadId}::`;

/** Deletes the stored state of a file, and returns the addresses of its uploads on the server. */
export function consumeTusAddresses(uploadId: string, storage: Storage = localStorage): string[] {
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '');
  const ours = keys.filter((key) => key.startsWith(getStoragePrefix(uploadId)));
  const addresses = ours.flatMap((key) => parseAddress(storage.getItem(key)));
  for (const key of ours) storage.removeItem(key);
  return addresses;
}

function parseAddress(entry: string | null): string[] {
  try {
    const { uploadUrl } = JSON.parse(entry ?? '{}') as { uploadUrl?: unknown };
    return typeof uploadUrl === 'string' ? [uploadUrl] : [];
  } catch {
    // Invalid data: nothing to resume.
    return [];
  }
}
