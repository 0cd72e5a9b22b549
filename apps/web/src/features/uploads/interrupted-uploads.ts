/** Where tus-js-client remembers, per file, how to go on. */
const PREFIX = 'tus::';

/** Names of files whose upload was cut off by a reload; choosing them again goes on where they stopped. */
export function readInterruptedUploads(storage: Storage = localStorage): string[] {
  const names: string[] = [];
  for (let index = 0; index < storage.length; index++) {
    const key = storage.key(index);
    if (!key?.startsWith(PREFIX)) continue;
    const name = nameIn(storage.getItem(key));
    if (name) names.push(name);
  }
  return names;
}

function nameIn(entry: string | null): string | undefined {
  if (!entry) return undefined;
  try {
    return (JSON.parse(entry) as { metadata?: { filename?: string } }).metadata?.filename;
  } catch {
    // Somebody else's value under the same name is none of ours.
    return undefined;
  }
}

/** Forgets how to go on: with all of them, or with the one of this fingerprint, once nobody wants or takes it any more. */
export function forgetInterruptedUploads(fingerprint?: string, storage: Storage = localStorage): void {
  const prefix = fingerprint === undefined ? PREFIX : `${PREFIX}${fingerprint}::`;
  const keys = Array.from({ length: storage.length }, (_, index) => storage.key(index)).filter((key) => key?.startsWith(prefix));
  for (const key of keys) if (key) storage.removeItem(key);
}
