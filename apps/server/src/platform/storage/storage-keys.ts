/** Key of the object with the id of the installation to which a bucket belongs. It is not a stored file. */
export const BUCKET_OWNER_KEY = 'installation';

/** Keys are made by us, yet a part of one comes from the address: letters, digits, `-`, `_`, inner dots, and slashes between. */
export function assertValidKey(key: string): string {
  if (key.length > 200 || !/^[\w-]+(\.[\w-]+)*(\/[\w-]+(\.[\w-]+)*)*$/.test(key))
    throw new Error(`Not a storage key: ${JSON.stringify(key)}`);
  if (key === 'tmp' || key.startsWith('tmp/')) throw new Error('The temporary folder holds no stored file');
  return key;
}

export const isPlaylistFile = (key: string): boolean => key.endsWith('.m3u8');

/** Players read the playlist first, so it is stored after everything it names. */
export const sortPlaylistsLast = (parts: readonly string[]): string[] =>
  parts.toSorted((one, other) => Number(isPlaylistFile(one)) - Number(isPlaylistFile(other)));
