import type { ManifestFile, PackedContents, PackedFile, PlaylistContents } from '@vitrine/contract/screens';

/**
 * Returns true when the compact form can express the contents. Contents with validity, a layout or synchronized playback are not packed: a screen of version 0.2
 * would ignore these, and would still lack them after its update, because the digest is the same.
 */
export const isPackable = ({ items, layout, synchronized }: Pick<PlaylistContents, 'items' | 'layout' | 'synchronized'>): boolean =>
  !layout && !synchronized && items.every(({ valid }) => !valid);

/** Packs contents for which `isPackable` is true. */
export function packContents({ digest, items, files }: PlaylistContents): PackedContents {
  const positions = new Map(files.map(({ sha256 }, place) => [sha256, place]));
  return {
    digest,
    files: files.map(packFile),
    items: items.map(({ id, kind, sha256, durationMs }) => [id, kind, positions.get(sha256) ?? -1, durationMs]),
  };
}

/** Cache of unpacked contents. A change is applied again after missing contents arrive, and simulated screens receive the same contents thousands of times. */
const unpackedCache = new WeakMap<PackedContents, PlaylistContents>();

/** Unpacks contents, using a cache. Throws on invalid contents. */
export function unpackContents(packed: PackedContents): PlaylistContents {
  const contents = unpackedCache.get(packed) ?? unpack(packed);
  unpackedCache.set(packed, contents);
  return contents;
}

function unpack({ digest, files, items }: PackedContents): PlaylistContents {
  return {
    digest,
    files: files.map(unpackFile),
    items: items.map(([id, kind, place, durationMs]) => {
      const file = files[place];
      if (!file) throw new Error('an item without a file');
      return { id, mediaId: getMediaId(id), kind, sha256: file[0], durationMs };
    }),
  };
}

/** Returns the id of an item's media. The item of a page has the id of its document followed by the page: `<mediaId>.7`. */
export const getMediaId = (itemId: string): string => itemId.split('.', 1)[0] ?? itemId;

function packFile({ sha256, sizeBytes, mimetype, hd, fullHd }: ManifestFile): PackedFile {
  if (fullHd) return [sha256, sizeBytes, mimetype, ...packCopy(hd), ...packCopy(fullHd)];
  return hd ? [sha256, sizeBytes, mimetype, ...packCopy(hd)] : [sha256, sizeBytes, mimetype];
}

const packCopy = (copy: ManifestFile['hd']): [string, number] => (copy ? [toBase64(copy.sha256), copy.sizeBytes] : ['', 0]);

function unpackFile([sha256, sizeBytes, mimetype, hdSha256, hdSizeBytes, fullHdSha256, fullHdSizeBytes]: PackedFile): ManifestFile {
  const file: ManifestFile = { sha256, sizeBytes, mimetype };
  if (hdSha256 && hdSizeBytes) file.hd = { sha256: toHex(hdSha256), sizeBytes: hdSizeBytes };
  if (fullHdSha256 && fullHdSizeBytes) file.fullHd = { sha256: toHex(fullHdSha256), sizeBytes: fullHdSizeBytes };
  return file;
}

// Every browser and Node have these functions, but this package uses the types of neither.
declare const btoa: (bytes: string) => string;
declare const atob: (base64: string) => string;

/** Converts a checksum to base64, which is a third shorter than hexadecimal. */
const toBase64 = (hex: string): string =>
  btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))).replace('=', '');

const toHex = (base64: string): string => atob(base64).replace(/[^]/g, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
