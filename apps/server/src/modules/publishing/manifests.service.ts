import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { type Live, type Nudge, personRoom, screenRoom, thinOut } from '../../platform/live/live.ts';
import { audienceOf } from '../access/index.ts';
import { raiseRevisions } from '../devices/index.ts';
import { type FoundManifest, findManifest } from './manifests.read-model.ts';
import { refreshContents } from './playlist-contents.ts';
import { listDevicesShowing } from './publishing.read-model.ts';

/** More walls than this ask for their manifests one after the other, so that a publish to thousands leaves room for everybody else. */
const CROWD = 50;
const CROWD_STEP_MS = 1;

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Tells screens that there is another manifest, and puts it together when they ask: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ db, live }: { db: Database; live: Live }) {
  const nudgeScreens = (tx: Tx, revisions: Map<string, number>) => {
    const withinMs = revisions.size > CROWD ? revisions.size * CROWD_STEP_MS : undefined;
    return live.send(
      tx,
      [...revisions].map(([screenId, revision]) => syncNudge(screenId, revision, withinMs)),
    );
  };

  const service = {
    /** What is published on these devices changed, or what they are called: each has a newer manifest, and hears of it when the transaction ends. */
    async raise(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const targets = await listTargets(tx, deviceIds);
      // Screens first: people look at what those show.
      await nudgeScreens(
        tx,
        await raiseRevisions(
          tx,
          targets.map((target) => target.screen_id),
        ),
      );
      await live.send(tx, thinOut(targets.flatMap(publishNudges)));
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

interface Target {
  id: string;
  screen_id: string;
  /** Who hears of it. */
  audience: string[];
}

const listTargets = (tx: Tx, deviceIds: string[]): Promise<Target[]> =>
  tx
    .selectFrom('devices')
    .select(['devices.id', 'devices.screen_id', audienceOf('devices').as('audience')])
    .where('devices.id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .execute();

const syncNudge = (screenId: string, revision: number, withinMs?: number): Nudge => ({
  namespace: 'screen',
  room: screenRoom(screenId),
  event: 'sync',
  payload: { revision, withinMs },
});

const publishNudges = ({ id, audience }: Target): Nudge[] =>
  audience.flatMap((userId): Nudge[] => {
    const room = personRoom(userId);
    return [
      { namespace: 'device', room, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId: id } },
      { namespace: 'device', room, event: 'publishUpdate', payload: { deviceId: id } },
    ];
  });
