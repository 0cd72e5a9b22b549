import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { ENOUGH_OF_A_KIND, type Live, type Nudge, personRoom, screenRoom, thinOut } from '../../platform/live/live.ts';
import { audienceOf } from '../access/index.ts';
import { type Raised, raiseRevisions, raiseRevisionsOfDevices } from '../devices/index.ts';
import { type FoundManifest, findManifest } from './manifests.read-model.ts';
import { refreshContents } from './playlist-contents.ts';
import { listDevicesShowing } from './publishing.read-model.ts';

/** More walls than this ask for their manifests one after the other, so that a publish to thousands leaves room for everybody else. */
const CROWD = 50;
const CROWD_STEP_MS = 1;

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Tells screens that there is another manifest, and puts it together when they ask: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ db, live }: { db: Database; live: Live }) {
  const nudgeScreens = (tx: Tx, { revision, screenIds }: Raised) => {
    const withinMs = screenIds.length > CROWD ? screenIds.length * CROWD_STEP_MS : undefined;
    return live.send(tx, [{ namespace: 'screen', rooms: screenIds.map(screenRoom), event: 'sync', payload: { revision, withinMs } }]);
  };

  const service = {
    /** What is published on these devices changed, or what they are called: each has a newer manifest, and hears of it when the transaction ends. */
    async raise(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      // Screens first: people look at what those show.
      await nudgeScreens(tx, await raiseRevisionsOfDevices(tx, deviceIds));
      await live.send(tx, thinOut((await listAudiences(tx, deviceIds)).flatMap(publishNudges)));
    },

    /** The screen belongs to nobody now: its manifest is an empty one. */
    clear: async (tx: Tx, screenId: string): Promise<void> => nudgeScreens(tx, await raiseRevisions(tx, [screenId])),

    /** What these playlists show may have changed: the walls that show one that did get new manifests. */
    async refresh(tx: Tx, playlistIds: string[]): Promise<void> {
      const changed: string[] = [];
      for (const playlistId of playlistIds.toSorted()) if ((await refreshContents(tx, playlistId)).changed) changed.push(playlistId);
      if (changed.length > 0) await service.raise(tx, await listDevicesShowing(tx, changed));
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

interface Audience {
  people: string[];
  /** As many of their devices as it takes for them to ask for all again. */
  deviceIds: string[];
}

/** Devices of the same people answer for each other. */
const listAudiences = async (tx: Tx, deviceIds: string[]): Promise<Audience[]> =>
  (
    await sql<Audience>`
      select ${audienceOf('devices')} as people, devices.ids as "deviceIds"
      from (select user_id, org_id, (array_agg(id order by id))[1:${sql.lit(ENOUGH_OF_A_KIND)}] as ids
        from devices where id = any(${deviceIds}::uuid[]) group by user_id, org_id) as devices`.execute(tx)
  ).rows;

const publishNudges = ({ people, deviceIds }: Audience): Nudge[] =>
  deviceIds.flatMap((deviceId): Nudge[] => {
    const rooms = people.map(personRoom);
    return [
      { namespace: 'device', rooms, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId } },
      { namespace: 'device', rooms, event: 'publishUpdate', payload: { deviceId } },
    ];
  });
