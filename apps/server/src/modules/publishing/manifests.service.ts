import type { Manifest } from '@vitrine/contract';
import type { Tx } from '../../platform/database/database.ts';
import { type Live, type Nudge, personRoom, screenRoom, thinOut } from '../../platform/live/live.ts';
import { raiseRevisions } from '../devices/index.ts';
import { createManifestWriter, digestOf, type Written } from './manifest-writer.ts';
import { insertManifests, listPublishesToWrite, lockTargets, type ManifestTarget, type NewManifest } from './manifests.store.ts';

/** Keeps the memory of one statement in bounds, here and in the database. */
const STATEMENT_CHARACTERS = 4_000_000;

/** More walls than this ask for their manifests one after the other, so that a publish to thousands leaves room for everybody else. */
const CROWD = 50;
const CROWD_STEP_MS = 1;

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Makes manifests: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ live }: { live: Live }) {
  return {
    /**
     * Brings the manifests of these devices up to date; one that would say the same stays as it is. The number of statements
     * does not grow with the number of devices, but for the playlists they show.
     */
    async rebuild(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const targets = await lockTargets(tx, deviceIds);
      const publishes = Map.groupBy(await listPublishesToWrite(tx, deviceIds), (row) => row.device_id);
      const write = createManifestWriter(tx);
      const changed: { target: ManifestTarget; written: Written }[] = [];
      for (const target of targets) {
        const written = await write(target, publishes.get(target.id) ?? []);
        if (!target.digest?.equals(written.digest)) changed.push({ target, written });
      }
      if (changed.length === 0) return;
      const revisions = await raiseRevisions(
        tx,
        changed.map(({ target }) => target.screen_id),
      );
      const inserts = createInserts(tx);
      for (const { target, written } of changed) {
        const revision = revisions.get(target.screen_id) ?? 0;
        await inserts.add({ screenId: target.screen_id, revision, digest: written.digest, body: written.bodyOf(revision) });
      }
      await inserts.flush();
      // Screens first: people look at what those show.
      const withinMs = revisions.size > CROWD ? revisions.size * CROWD_STEP_MS : undefined;
      await live.send(
        tx,
        [...revisions].map((one) => syncNudge(one, withinMs)),
      );
      await live.send(tx, thinOut(changed.flatMap(({ target }) => publishNudges(target))));
    },

    /** The screen belongs to nobody now: an empty manifest. */
    async clear(tx: Tx, screenId: string): Promise<void> {
      const revision = (await raiseRevisions(tx, [screenId])).get(screenId) ?? 0;
      const body = JSON.stringify(emptyManifest(revision));
      await insertManifests(tx, [{ screenId, revision, digest: digestOf(body), body }]);
      await live.send(tx, [syncNudge([screenId, revision])]);
    },
  };
}

export const emptyManifest = (revision: number): Manifest => ({ revision, device: null, publishes: [], files: [] });

/** One statement for as many manifests as fit into it. */
function createInserts(tx: Tx) {
  let waiting: NewManifest[] = [];
  let characters = 0;
  const flush = async () => {
    if (waiting.length > 0) await insertManifests(tx, waiting);
    [waiting, characters] = [[], 0];
  };
  return {
    flush,
    async add(manifest: NewManifest): Promise<void> {
      waiting.push(manifest);
      characters += manifest.body.length;
      if (characters > STATEMENT_CHARACTERS) await flush();
    },
  };
}

const syncNudge = ([screenId, revision]: [string, number], withinMs?: number): Nudge => ({
  namespace: 'screen',
  room: screenRoom(screenId),
  event: 'sync',
  payload: { revision, withinMs },
});

const publishNudges = ({ id, audience }: ManifestTarget): Nudge[] =>
  audience.flatMap((userId): Nudge[] => {
    const room = personRoom(userId);
    return [
      { namespace: 'device', room, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId: id } },
      { namespace: 'device', room, event: 'publishUpdate', payload: { deviceId: id } },
    ];
  });
