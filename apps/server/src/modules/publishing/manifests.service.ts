import type { Database, Tx } from '../../platform/database/database.ts';
import { capPerRoom, type Live, type Nudge, personRoom, screenRoom } from '../../platform/live/live.ts';
import { type BumpedRevisions, bumpRevisions, bumpRevisionsOfDevices } from '../devices/index.ts';
import { type FoundManifest, findManifest } from './manifests.read-model.ts';
import { refreshContents } from './playlist-contents.ts';
import { listDevicesShowing } from './publishing.read-model.ts';

/** More walls than this ask for their manifests one after the other, so that a publish to thousands leaves room for everybody else. */
const CROWD = 50;
const CROWD_STEP_MS = 1;

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Tells screens that there is another manifest, and puts it together when they ask: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ db, live }: { db: Database; live: Live }) {
  const service = {
    /** What is published on these devices changed, or what they are called: each has a newer manifest, and hears of it when the transaction ends. */
    async bumpRevisions(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const bumped = await bumpRevisionsOfDevices(tx, deviceIds);
      // Screens first: people look at what those show.
      await live.send(tx, [syncNudge(bumped), ...capPerRoom(bumped.audiences.flatMap(publishNudges))]);
    },

    /** The screen belongs to nobody now: its manifest is an empty one. */
    clear: async (tx: Tx, screenId: string): Promise<void> => live.send(tx, [syncNudge(await bumpRevisions(tx, [screenId]))]),

    /** What these playlists show may have changed: the walls that show one that did get new manifests. */
    async refresh(tx: Tx, playlistIds: string[]): Promise<void> {
      const changed: string[] = [];
      for (const playlistId of playlistIds.toSorted()) if ((await refreshContents(tx, playlistId)).changed) changed.push(playlistId);
      if (changed.length > 0) await service.bumpRevisions(tx, await listDevicesShowing(tx, changed));
    },

    /** For a screen that has the manifest of this number, or none. */
    async find(screenId: string, hasRevision: number | null): Promise<FoundManifest> {
      const found = await findManifest(db, screenId, hasRevision);
      if (found.missing.length === 0) return found;
      await db.transaction().execute((tx) => service.refresh(tx, found.missing));
      return findManifest(db, screenId, hasRevision);
    },
  };
  return service;
}

function syncNudge({ revision, screenIds }: BumpedRevisions): Nudge {
  const withinMs = screenIds.length > CROWD ? screenIds.length * CROWD_STEP_MS : undefined;
  return { namespace: 'screen', rooms: screenIds.map(screenRoom), event: 'sync', payload: { revision, withinMs } };
}

const publishNudges = ({ people, deviceIds }: BumpedRevisions['audiences'][number]): Nudge[] =>
  deviceIds.flatMap((deviceId): Nudge[] => {
    const rooms = people.map(personRoom);
    return [
      { namespace: 'device', rooms, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId } },
      { namespace: 'device', rooms, event: 'publishUpdate', payload: { deviceId } },
    ];
  });
