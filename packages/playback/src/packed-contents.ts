import type { PackedContents, PlaylistContents } from '@vitrine/contract/screens';

export function packContents({ digest, items, files }: PlaylistContents): PackedContents {
  const places = new Map(files.map(({ sha256 }, place) => [sha256, place]));
  return {
    digest,
    files: files.map(({ sha256, sizeBytes, mimetype }) => [sha256, sizeBytes, mimetype]),
    items: items.map(({ mediaId, kind, sha256, durationMs }) => [mediaId, kind, places.get(sha256) ?? -1, durationMs]),
  };
}

/** Throws on what cannot have been packed. */
export function unpackContents({ digest, files, items }: PackedContents): PlaylistContents {
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
