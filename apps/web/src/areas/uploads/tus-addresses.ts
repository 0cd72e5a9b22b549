/** Where tus-js-client remembers, per file, how to go on. */
const getStoragePrefix = (uploadId: string) => `tus::${uploadId}::`;

/** Forgets how to go on with this file, and answers where the server has what came of it. */
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
    // Written by something else: nothing to go on with.
    return [];
  }
}
