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

type PublishContents = Pick<ManifestPublish, 'name' | 'contents' | 'items' | 'layout' | 'synchronized'>;
type PublishSettings = Omit<ManifestPublish, 'publishId' | keyof PublishContents>;

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
    const shown = known.get(contents) ?? digests.get(contents) ?? applySplice(before.get(playlistId), playlist);
    if (shown) playing.set(playlistId, { name, contents, items: shown.items, layout: shown.layout, synchronized: shown.synchronized });
    else missing.add(contents);
  }
  if (missing.size > 0) return { missing: [...missing] };

  const published = new Map<string, PublishSettings>(before);
  for (const publication of change.publishes) published.set(publication.playlistId, publication);
  for (const playlistId of change.removed) if (!published.delete(playlistId)) return null;

  const publishes: ManifestPublish[] = [];
  for (const [playlistId, { main, activatedAt, updatedAt, schedule, windows, priority }] of [...published].sort(compareById)) {
    const playlist = playing.get(playlistId);
    if (!playlist) return null;
    const { name, contents, items, layout, synchronized } = playlist;
    publishes.push({
      publishId: playlistId,
      playlistId,
      name,
      main,
      activatedAt,
      updatedAt,
      schedule,
      ...(windows && { windows }),
      ...(priority !== undefined && { priority }),
      ...(contents !== undefined && { contents }),
      items,
      ...(layout && { layout }),
      ...(synchronized && { synchronized }),
    });
  }
  // The same contents in a different order have the same files.
  const isSame =
    publishes.length === before.size &&
    publishes.every(({ playlistId, items, layout }) => {
      const previous = before.get(playlistId);
      return previous?.items === items && previous.layout === layout;
    });
  const files = isSame
    ? manifest.files
    : collectFiles(publishes, [
        manifest.files,
        ...[...known.values()].map((contents) => contents.files),
        ...change.playlists.map(({ splice }) => splice?.files ?? []),
      ]);
  if (!files) return null;
  const { device = manifest.device, sources = manifest.sources } = change;
  return { manifest: { revision, device, publishes, files, sources } };
}

/** Applies a splice to the items of a publish, whose layout and synchronization stay. Returns undefined when the splice is of other contents. */
function applySplice(
  publish: ManifestPublish | undefined,
  { splice }: PlaylistChange,
): Pick<ManifestPublish, 'items' | 'layout' | 'synchronized'> | undefined {
  if (!splice || !publish || publish.contents !== splice.of) return undefined;
  const items = [...publish.items.slice(0, splice.at), ...splice.items, ...publish.items.slice(splice.at + splice.drop)];
  return { items, layout: publish.layout, synchronized: publish.synchronized };
}

/** Lists the items of all zones of a publish, the main zone first. */
export const listAllItems = ({ items, layout }: Pick<ManifestPublish, 'items' | 'layout'>): ManifestItem[] =>
  items.concat(...(layout?.zones ?? []).map((zone) => zone.items));

const compareById = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1);

/** Returns each file once, in the order in which the publishes first use it. Returns null when a file is unknown. */
function collectFiles(publishes: readonly ManifestPublish[], known: readonly (readonly ManifestFile[])[]): ManifestFile[] | null {
  const bySha256 = indexFiles(...known);
  const needed = new Set<ManifestFile>();
  for (const publish of publishes) {
    for (const { sha256 } of listAllItems(publish)) {
      const file = bySha256.get(sha256);
      if (!file) return null;
      needed.add(file);
    }
  }
  return [...needed];
}
