import type { ManifestFile, PackedContents, PackedFile, PlaylistContents } from '@vitrine/contract/screens';

export function packContents({ digest, items, files }: PlaylistContents): PackedContents {
  const positions = new Map(files.map(({ sha256 }, place) => [sha256, place]));
  return {
    digest,
    files: files.map(packFile),
    items: items.map(({ mediaId, kind, sha256, durationMs }) => [mediaId, kind, positions.get(sha256) ?? -1, durationMs]),
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
    items: items.map(([mediaId, kind, place, durationMs]) => {
      const file = files[place];
      if (!file) throw new Error('an item without a file');
      return { id: mediaId, mediaId, kind, sha256: file[0], durationMs };
    }),
  };
}

function packFile({ sha256, sizeBytes, mimetype, hd }: ManifestFile): PackedFile {
  return hd ? [sha256, sizeBytes, mimetype, toBase64(hd.sha256), hd.sizeBytes] : [sha256, sizeBytes, mimetype];
}

function unpackFile([sha256, sizeBytes, mimetype, hdSha256, hdSizeBytes]: PackedFile): ManifestFile {
  const file = { sha256, sizeBytes, mimetype };
  return hdSha256 && hdSizeBytes ? { ...file, hd: { sha256: toHex(hdSha256), sizeBytes: hdSizeBytes } } : file;
}

// Every browser and Node have these functions, but this package uses the types of neither.
declare const btoa: (bytes: string) => string;
declare const atob: (base64: string) => string;

/** Converts a checksum to base64, which is a third shorter than hexadecimal. */
const toBase64 = (hex: string): string =>
  btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16)))).replace('=', '');

const toHex = (base64: string): string => atob(base64).replace(/[^]/g, (byte) => byte.charCodeAt(0).toString(16).padStart(2, '0'));
