import type { Manifest, ManifestFile, ManifestPublish } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { type Live, type Nudge, personRoom, screenRoom } from '../../platform/live/live.ts';
import { raiseRevision } from '../devices/index.ts';
import { listPlayableItems, type PlayableItem } from '../playlists/index.ts';
import { insertManifest, isCurrentManifest, lockDevices, type ManifestTarget } from './manifests.store.ts';
import { listPublishesOfDevices, type PublishRow } from './publishing.read-model.ts';
import { parseSchedule } from './publishing.rules.ts';

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Makes manifests: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ live }: { live: Live }) {
  const tell = (tx: Tx, target: ManifestTarget, revision: number) => {
    const toPeople = target.audience.flatMap((userId): Nudge[] => {
      const room = personRoom(userId);
      return [
        { namespace: 'device', room, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId: target.id } },
        { namespace: 'device', room, event: 'publishUpdate', payload: { deviceId: target.id } },
      ];
    });
    return live.send(tx, [{ namespace: 'screen', room: screenRoom(target.screen_id), event: 'sync', payload: { revision } }, ...toPeople]);
  };

  return {
    /** Brings the manifests of these devices up to date; one that would say the same stays as it is. */
    async rebuild(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const targets = await lockDevices(tx, deviceIds);
      const publishes = Map.groupBy(await listPublishesOfDevices(tx, deviceIds), (row) => row.device_id);
      const itemsOf = rememberItems(tx);
      for (const target of targets) {
        const rows = publishes.get(target.id) ?? [];
        const manifest = await buildManifest(target, rows, itemsOf);
        if (await isCurrentManifest(tx, target.screen_id, target.revision, manifest)) continue;
        const revision = await raiseRevision(tx, target.screen_id);
        await insertManifest(tx, target.screen_id, { ...manifest, revision });
        await tell(tx, target, revision);
      }
    },

    /** The screen belongs to nobody now: an empty manifest. */
    async clear(tx: Tx, screenId: string): Promise<void> {
      const revision = await raiseRevision(tx, screenId);
      await insertManifest(tx, screenId, emptyManifest(revision));
      await live.send(tx, [{ namespace: 'screen', room: screenRoom(screenId), event: 'sync', payload: { revision } }]);
    },
  };
}

export const emptyManifest = (revision: number): Manifest => ({ revision, device: null, publishes: [], files: [] });

/** Five hundred devices often show the same few playlists: each is read once. */
function rememberItems(tx: Tx): (playlistId: string) => Promise<PlayableItem[]> {
  const known = new Map<string, Promise<PlayableItem[]>>();
  return (playlistId) => {
    const items = known.get(playlistId) ?? listPlayableItems(tx, playlistId);
    known.set(playlistId, items);
    return items;
  };
}

async function buildManifest(
  target: ManifestTarget,
  rows: PublishRow[],
  itemsOf: (playlistId: string) => Promise<PlayableItem[]>,
): Promise<Manifest> {
  const files = new Map<string, ManifestFile>();
  const publishes: ManifestPublish[] = [];
  for (const row of rows) {
    const items = await itemsOf(row.playlist_id);
    for (const { sha256, sizeBytes, mimetype } of items) files.set(sha256, { sha256, sizeBytes, mimetype });
    publishes.push(presentManifestPublish(row, items));
  }
  const device = { id: target.id, name: target.name, timeZone: target.time_zone, showInfo: target.show_info };
  return { revision: target.revision, device, publishes, files: [...files.values()] };
}

const presentManifestPublish = (row: PublishRow, items: PlayableItem[]): ManifestPublish => ({
  publishId: row.id,
  playlistId: row.playlist_id,
  name: row.playlist_name,
  main: row.is_main,
  activatedAt: row.activated_at?.toISOString() ?? null,
  updatedAt: row.updated_at.toISOString(),
  schedule: parseSchedule(row.schedule),
  items: items.map(({ mediaId, kind, sha256, durationMs }) => ({ id: mediaId, mediaId, kind, sha256, durationMs })),
});
