import type { ContentsSplice, ManifestChange, PackedContents, SyncMessage } from '@vitrine/contract';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { capPerRoom, type Live, type Nudge, personRoom, screenRoom } from '../../platform/live/live.ts';
import { type BumpedRevisions, bumpRevisions, bumpRevisionsOfDevices } from '../devices/index.ts';
import { createContentsCache, INLINE_MAX_BYTES } from './contents-cache.ts';
import { listPublications, listSerialized, listShowing } from './manifest-changes.read-model.ts';
import { type Changed, crowdsOf, type Publication } from './manifest-changes.rules.ts';
import {
  type FoundManifest,
  listDeviceSettings,
  listManifestParts,
  type ManifestQuestion,
  presentManifest,
} from './manifests.read-model.ts';
import { type Refreshed, refreshContents } from './playlist-contents.ts';
import { listDevicesShowing } from './publishing.read-model.ts';

/** More walls than this ask, download and report one after the other, so that a publish to thousands leaves room for everybody else. */
const CROWD = 50;
const CROWD_STEP_MS = 1;
/** Screens that come back together ask together. */
const ASKED_AT_ONCE = { waitMs: 1, max: 50 };
/** As JSON; one notification of the database holds 8,000 bytes, rooms included. Beyond it screens are told the number alone, and ask. */
const CHANGE_MAX_BYTES = 4000;
/** Of that; a longer one is not worth it, and the whole contents come along as far as they fit. */
const SPLICE_MAX_BYTES = 2000;

const bytesOf = (said: object) => Buffer.byteLength(JSON.stringify(said));

/** What makes another manifest of that of these devices. */
export interface WhatChanged {
  deviceIds: string[];
  /** Playlists whose publishes on these devices came, went or changed; how they are published there now, where the caller has just written it. */
  publishes?: { deviceIds: string[]; playlistIds: string[]; now?: Publication[] };
  /** Playlists of which these devices have to be told what they show: where they are new, or show something else; how that differs, for those that have them. */
  playlists?: { deviceIds: string[]; playlistIds: string[]; splices?: ReadonlyMap<string, ContentsSplice> };
  /** How the devices are called or set. */
  settings?: boolean;
}

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Tells screens what is different in their next manifest, and puts it together when they ask: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ db, live, clock }: { db: Database; live: Live; clock: Clock }) {
  const contents = createContentsCache(db);
  const findParts = createBatch((questions: readonly ManifestQuestion[]) => listManifestParts(db, questions), ASKED_AT_ONCE);

  const service = {
    /** Each of the devices has a newer manifest, and hears what is different in it when the transaction ends. */
    async announce(tx: Tx, what: WhatChanged): Promise<void> {
      if (what.deviceIds.length === 0) return;
      const bumped = await bumpRevisionsOfDevices(tx, what.deviceIds);
      // Screens first: people look at what those show.
      await live.send(tx, [
        ...syncNudges(bumped, await describe(tx, what, clock.now())),
        ...capPerRoom(bumped.audiences.flatMap(publishNudges)),
      ]);
    },

    /** As `announce`, without a word of what is different: their screens ask. For what is rare, and different on each of them. */
    async renew(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const { revision, screens, audiences } = await bumpRevisionsOfDevices(tx, deviceIds);
      const screenIds = screens.map(({ screenId }) => screenId);
      await live.send(tx, [syncNudge(screenIds, { revision }), ...capPerRoom(audiences.flatMap(publishNudges))]);
    },

    /** The screen belongs to nobody now: its manifest is an empty one. */
    async clear(tx: Tx, screenId: string): Promise<void> {
      const { revision } = await bumpRevisions(tx, [screenId]);
      await live.send(tx, [syncNudge([screenId], { revision })]);
    },

    /** What the playlist shows is serialized as it is now. */
    async serialize(tx: Tx, playlistId: string): Promise<Refreshed> {
      const refreshed = await refreshContents(tx, playlistId);
      if (refreshed.changed && refreshed.contents) contents.keep(refreshed.contents, refreshed.bytes);
      return refreshed;
    },

    /** What these playlists show may have changed: the walls that show one that did get new manifests. Answers how many. */
    async refresh(tx: Tx, playlistIds: string[]): Promise<number> {
      const changed: string[] = [];
      const splices = new Map<string, ContentsSplice>();
      for (const playlistId of playlistIds.toSorted()) {
        const refreshed = await service.serialize(tx, playlistId);
        if (refreshed.changed) changed.push(playlistId);
        if (refreshed.splice && bytesOf(refreshed.splice) <= SPLICE_MAX_BYTES) splices.set(playlistId, refreshed.splice);
      }
      if (changed.length === 0) return 0;
      const deviceIds = await listDevicesShowing(tx, changed);
      await service.announce(tx, { deviceIds, playlists: { deviceIds, playlistIds: changed, splices } });
      return deviceIds.length;
    },

    /** For a screen that has the manifest of this number, or none. */
    async find(screenId: string, hasRevision: number | null): Promise<FoundManifest> {
      const found = presentManifest(await findParts({ screenId, hasRevision }), clock.now());
      if (found.missing.length === 0) return found;
      await db.transaction().execute((tx) => service.refresh(tx, found.missing));
      return presentManifest(await findParts({ screenId, hasRevision }), clock.now());
    },

    /** Adds what the playlists of the change show, as far as one message can carry it. */
    async complete(message: SyncMessage): Promise<SyncMessage> {
      const playlists = message.change?.playlists ?? [];
      const inline: PackedContents[] = [];
      let room = INLINE_MAX_BYTES;
      for (const { playlistId, contents: digest, splice } of playlists) {
        if (splice) continue;
        const found = await contents.find(playlistId, digest);
        if (!found || found.bytes > room) continue;
        inline.push(found.contents);
        room -= found.bytes;
      }
      return inline.length > 0 ? { ...message, contents: inline } : message;
    },
  };
  return service;
}

/** Read when the screens are numbered and held, so that it is what their next manifests say. */
async function describe(tx: Tx, { deviceIds, publishes, playlists, settings }: WhatChanged, now: Date): Promise<Changed> {
  // Where a playlist is shown again, nobody has to be told what it shows.
  const isTold = playlists !== undefined && playlists.deviceIds.length > 0;
  const showing = isTold ? await listShowing(tx, playlists) : new Map<string, Set<string>>();
  const serialized = isTold ? await listSerialized(tx, playlists.playlistIds) : [];
  const publications = publishes && (publishes.now ?? (await listPublications(tx, publishes)));
  return {
    publishes: { deviceIds: [], playlistIds: [], ...publishes, now: publications ?? [] },
    playlists: serialized.map((playlist) => {
      const splice = playlists?.splices?.get(playlist.playlistId);
      return { playlist: { ...playlist, ...(splice && { splice }) }, deviceIds: showing.get(playlist.playlistId) ?? new Set<string>() };
    }),
    devices: settings ? await listDeviceSettings(tx, deviceIds, now) : new Map<string, ManifestChange['device']>(),
  };
}

function syncNudges({ revision, screens }: BumpedRevisions, changed: Changed): Nudge[] {
  const withinMs = screens.length > CROWD ? screens.length * CROWD_STEP_MS : undefined;
  return crowdsOf(screens, changed).map(({ change, screenIds }) =>
    syncNudge(screenIds, { revision, withinMs, ...(bytesOf(change) <= CHANGE_MAX_BYTES && { change }) }),
  );
}

const syncNudge = (screenIds: string[], payload: SyncMessage): Nudge => ({
  namespace: 'screen',
  rooms: screenIds.map(screenRoom),
  event: 'sync',
  payload,
});

const publishNudges = ({ people, deviceIds }: BumpedRevisions['audiences'][number]): Nudge[] =>
  deviceIds.flatMap((deviceId): Nudge[] => {
    const rooms = people.map(personRoom);
    return [
      { namespace: 'device', rooms, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId } },
      { namespace: 'device', rooms, event: 'publishUpdate', payload: { deviceId } },
    ];
  });
