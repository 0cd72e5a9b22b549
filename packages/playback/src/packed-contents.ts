import type { PackedContents, PlaylistContents } from '@vitrine/contract/screens';

export function packContents({ digest, items, files }: PlaylistContents): PackedContents {
  const places = new Map(files.map(({ sha256 }, place) => [sha256, place]));
  return {
    digest,
    files: files.map(({ sha256, sizeBytes, mimetype }) => [sha256, sizeBytes, mimetype]),
    items: items.map(({ mediaId, kind, sha256, durationMs }) => [mediaId, kind, places.get(sha256) ?? -1, durationMs]),
  };
}

/** A change is applied again once what it lacked is here; and thousands of simulated screens are told the same. */
const unpacked = new WeakMap<PackedContents, PlaylistContents>();

/** Throws on what cannot have been packed. The same is unpacked once. */
export function unpackContents(packed: PackedContents): PlaylistContents {
  const contents = unpacked.get(packed) ?? unpack(packed);
  unpacked.set(packed, contents);
  return contents;
}

function unpack({ digest, files, items }: PackedContents): PlaylistContents {
  return {
    digest,
    files: files.map(([sha256, sizeBytes, mimetype]) => ({ sha256, sizeBytes, mimetype })),
    items: items.map(([mediaId, kind, place, durationMs]) => {
      const file = files[place];
      if (!file) throw new Error('an item without a file');
      return { id: mediaId, mediaId, kind, sha256: file[0], durationMs };
    }),
  };
}
