import type {
  Manifest,
  ManifestChange,
  ManifestFile,
  ManifestItem,
  ManifestPublish,
  PlaylistChange,
  PlaylistContents,
} from '@vitrine/contract/screens';
import { indexFiles } from './files.ts';

/** Result of applying a change: the new manifest, the missing contents, or null for a change to another manifest. */
export type ApplyResult = { manifest: Manifest } | { missing: string[] } | null;

type PublishSettings = Omit<ManifestPublish, 'publishId' | 'name' | 'contents' | 'items'>;
type PublishContents = Pick<ManifestPublish, 'name' | 'contents' | 'items'>;

/**
 * Applies a change to a manifest and returns the manifest of the new revision, equal to what the server returns on request. `known` are
 * contents of playlists by their digest, in addition to those in the manifest.
 */
export function applyManifestChange(
  manifest: Manifest,
  { revision, change }: { revision: number; change: ManifestChange },
  known: ReadonlyMap<string, PlaylistContents>,
): ApplyResult {
  if (change.from !== manifest.revision) return null;
  const before = new Map(manifest.publishes.map((publish) => [publish.playlistId, publish]));
  const digests = new Map([...before.values()].map((publish) => [publish.contents, publish]));
  const playing = new Map<string, PublishContents>(before);
  const missing = new Set<string>();
  for (const playlist of change.playlists) {
    const { playlistId, name, contents } = playlist;
    const items = (known.get(contents) ?? digests.get(contents))?.items ?? applySplice(before.get(playlistId), playlist);
    if (items) playing.set(playlistId, { name, contents, items });
    else missing.add(contents);
  }
  if (missing.size > 0) return { missing: [...missing] };

  const published = new Map<string, PublishSettings>(before);
  for (const publication of change.publishes) published.set(publication.playlistId, publication);
  for (const playlistId of change.removed) if (!published.delete(playlistId)) return null;

  const publishes: ManifestPublish[] = [];
  for (const [playlistId, { main, activatedAt, updatedAt, schedule }] of [...published].sort(compareById)) {
    const playlist = playing.get(playlistId);
    if (!playlist) return null;
    const { name, contents, items } = playlist;
    publishes.push({
      publishId: playlistId,
      playlistId,
      name,
      main,
      activatedAt,
      updatedAt,
      schedule,
      ...(contents !== undefined && { contents }),
      items,
    });
  }
  // The same contents in a different order have the same files.
  const isSame = publishes.length === before.size && publishes.every(({ playlistId, items }) => before.get(playlistId)?.items === items);
  const files = isSame
    ? manifest.files
    : collectFiles(publishes, [
        manifest.files,
        ...[...known.values()].map((contents) => contents.files),
        ...change.playlists.map(({ splice }) => splice?.files ?? []),
      ]);
  return files && { manifest: { revision, device: change.device === undefined ? manifest.device : change.device, publishes, files } };
}

/** Applies a splice to the items of a publish. Returns undefined when the splice is of other contents. */
function applySplice(publish: ManifestPublish | undefined, { splice }: PlaylistChange): ManifestItem[] | undefined {
  if (!splice || !publish || publish.contents !== splice.of) return undefined;
  return [...publish.items.slice(0, splice.at), ...splice.items, ...publish.items.slice(splice.at + splice.drop)];
}

const compareById = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** Returns each file once, in the order in which the publishes first use it. Returns null when a file is unknown. */
function collectFiles(publishes: readonly ManifestPublish[], known: readonly (readonly ManifestFile[])[]): ManifestFile[] | null {
  const bySha256 = indexFiles(...known);
  const needed = new Set<ManifestFile>();
  for (const { items } of publishes) {
    for (const { sha256 } of items) {
      const file = bySha256.get(sha256);
      if (!file) return null;
      needed.add(file);
    }
  }
  return [...needed];
}
