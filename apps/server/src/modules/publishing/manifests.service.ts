import type { ContentsSplice, ManifestChange, PackedContents, SentSource, SyncMessage } from '@vitrine/contract';
import type { SourceDocument } from '@vitrine/contract/sources';
import { createBatch } from '../../platform/batch.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { capPerRoom, getPersonRoom, getScreenRoom, type Live, type Nudge } from '../../platform/live/live.ts';
import { bumpRevisions, bumpRevisionsByDevice, type RevisionBump } from '../devices/index.ts';
import { listDevicesByPlaylist, listPublications, listSerializedPlaylists } from './manifest-changes.read-model.ts';
import { groupScreensByChange, type Publication, type ResolvedChange } from './manifest-changes.rules.ts';
import { createDocumentCache, listDevicesWithSources, listSourcesByDevice } from './manifest-sources.read-model.ts';
import {
  type FoundManifest,
  listDeviceSettings,
  loadManifestParts,
  type ManifestRequest,
  presentManifest,
} from './manifests.read-model.ts';
import { type RefreshResult, refreshPlaylistContents } from './playlist-contents.store.ts';
import { createPlaylistContentsCache, MAX_INLINE_BYTES } from './playlist-contents-cache.ts';
import { insertFirstSnapshot, insertPublishChanges, insertPublishSnapshots } from './publish-history.store.ts';
import { listDevicesWithPlaylists } from './publishing.read-model.ts';

/** Above this number, screens spread their requests, downloads and reports over time, so that a publish to thousands leaves capacity for others. */
const SPREAD_FROM_SCREENS = 50;
const SPREAD_MS_PER_SCREEN = 1;
/** Requests of screens that reconnect together are answered in batches. */
const MANIFEST_BATCH = { waitMs: 1, max: 50 };
/**
 * Maximum size as JSON. A notification of the database holds 8,000 bytes, rooms included. For larger changes screens receive only the revision and request
 * the manifest.
 */
const CHANGE_MAX_BYTES = 4000;
/** Maximum size of a difference; for larger ones the whole contents are sent if they fit. */
const SPLICE_MAX_BYTES = 2000;

const getJsonBytes = (said: object) => Buffer.byteLength(JSON.stringify(said));

/** Changes to the manifests of these devices. */
export interface ManifestChangeRequest {
  deviceIds: string[];
  /** Playlists whose publishes on these devices came, went or changed; how they are published there now, where the caller has just written it. */
  publishes?: { deviceIds: string[]; playlistIds: string[]; now?: Publication[] };
  /** New or changed contents of playlists for these devices, with their difference for devices that have the previous ones. */
  playlists?: { deviceIds: string[]; playlistIds: string[]; splices?: ReadonlyMap<string, ContentsSplice> };
  /** How the devices are called or set. */
  settings?: boolean;
  /** Sources of the devices' widgets changed. These are the digests of new documents. */
  sources?: { newDocuments: string[] };
}

export type ManifestsService = ReturnType<typeof createManifestsService>;

/** Tells screens what is different in their next manifest, and puts it together when they ask: the one place where what people arranged becomes what a screen plays. */
export function createManifestsService({ db, live, clock }: { db: Database; live: Live; clock: Clock }) {
  const contents = createPlaylistContentsCache(db);
  const documents = createDocumentCache(db);
  const findParts = createBatch((questions: readonly ManifestRequest[]) => loadManifestParts(db, questions), MANIFEST_BATCH);

  const addDocuments = async (sources: readonly SentSource[], room: number): Promise<SentSource[]> => {
    const sent: SentSource[] = [];
    let left = room;
    for (const source of sources) {
      const json = source.document === null ? await documents.find(source.sha256) : undefined;
      const bytes = Buffer.byteLength(json ?? '');
      const isSent = json !== undefined && bytes <= left;
      if (isSent) left -= bytes;
      sent.push(isSent ? { ...source, document: JSON.parse(json) as SourceDocument } : source);
    }
    return sent;
  };

  const service = {
    /** Assigns new revisions to the devices and sends them the change when the transaction ends. */
    async sendChange(tx: Tx, what: ManifestChangeRequest): Promise<void> {
      if (what.deviceIds.length === 0) return;
      const bumped = await bumpRevisionsByDevice(tx, what.deviceIds);
      const changed = await resolveChange(tx, what, clock.now());
      if (what.publishes) await insertPublishChanges(tx, clock.now(), { ...what.publishes, publications: changed.publishes.now });
      // Screens first: people look at what those show.
      await live.send(tx, [...syncNudges(bumped, changed), ...(what.sources ? [] : capPerRoom(bumped.audiences.flatMap(publishNudges)))]);
    },

    /** Sends changed sources to the screens that show them. */
    async sendSources(tx: Tx, { sourceIds, documents }: { sourceIds: string[]; documents: string[] }): Promise<void> {
      await service.sendChange(tx, { deviceIds: await listDevicesWithSources(tx, sourceIds), sources: { newDocuments: documents } });
    },

    /** Sends the name and settings of a device. A new device has no publishes yet, so its history begins here. */
    async sendSettings(tx: Tx, deviceId: string): Promise<void> {
      await service.sendChange(tx, { deviceIds: [deviceId], settings: true });
      await insertFirstSnapshot(tx, clock.now(), deviceId);
    },

    /** As `sendChange`, but without the change: the screens request their manifests. For rare changes that differ between screens. */
    async sendRevision(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      await service.requestUpdate(tx, deviceIds);
      await insertPublishSnapshots(tx, clock.now(), deviceIds);
    },

    /** Makes the screens request their manifests, whose publishes have not changed. */
    async requestUpdate(tx: Tx, deviceIds: string[]): Promise<void> {
      if (deviceIds.length === 0) return;
      const { revision, screens, audiences } = await bumpRevisionsByDevice(tx, deviceIds);
      const screenIds = screens.map(({ screenId }) => screenId);
      const message = { revision, withinMs: getSpreadMs(screens.length) };
      await live.send(tx, [syncNudge(screenIds, message), ...capPerRoom(audiences.flatMap(publishNudges))]);
    },

    /** Sends an empty manifest to a screen that is no longer a device. */
    async sendEmptyManifest(tx: Tx, screenId: string): Promise<void> {
      const { revision } = await bumpRevisions(tx, [screenId]);
      await live.send(tx, [syncNudge([screenId], { revision })]);
    },

    /** Serializes the current contents of the playlist. */
    async updateStoredContents(tx: Tx, playlistId: string): Promise<RefreshResult> {
      const refreshed = await refreshPlaylistContents(tx, playlistId);
      if (refreshed.changed && refreshed.contents) contents.add(refreshed.contents, refreshed.bytes);
      return refreshed;
    },

    /** Refreshes the contents of these playlists and sends new manifests to screens that show a changed one. Returns their number. */
    async refresh(tx: Tx, playlistIds: string[]): Promise<number> {
      const changed: string[] = [];
      const splices = new Map<string, ContentsSplice>();
      for (const playlistId of playlistIds.toSorted()) {
        const refreshed = await service.updateStoredContents(tx, playlistId);
        if (refreshed.changed) changed.push(playlistId);
        if (refreshed.splice && getJsonBytes(refreshed.splice) <= SPLICE_MAX_BYTES) splices.set(playlistId, refreshed.splice);
      }
      if (changed.length === 0) return 0;
      const deviceIds = await listDevicesWithPlaylists(tx, changed);
      await service.sendChange(tx, { deviceIds, playlists: { deviceIds, playlistIds: changed, splices } });
      return deviceIds.length;
    },

    /** For a screen that has the manifest of this number, or none. */
    async find(screenId: string, knownRevision: number | null): Promise<FoundManifest> {
      const found = presentManifest(await findParts({ screenId, knownRevision }), clock.now());
      if (found.missing.length === 0) return found;
      await db.transaction().execute((tx) => service.refresh(tx, found.missing));
      return presentManifest(await findParts({ screenId, knownRevision }), clock.now());
    },

    /** Adds what the playlists of the change show, and new documents of sources, as far as one message can carry it. */
    async addContents(message: SyncMessage): Promise<SyncMessage> {
      const playlists = message.change?.playlists ?? [];
      const inline: PackedContents[] = [];
      let room = MAX_INLINE_BYTES;
      for (const { playlistId, contents: digest, splice } of playlists) {
        if (splice) continue;
        const found = await contents.find(playlistId, digest);
        if (!found || found.bytes > room) continue;
        inline.push(found.contents);
        room -= found.bytes;
      }
      const { change } = message;
      const sources = change?.sources?.some(({ document }) => document === null) ? await addDocuments(change.sources, room) : undefined;
      return {
        ...message,
        ...(change && sources && { change: { ...change, sources } }),
        ...(inline.length > 0 && { contents: inline }),
      };
    },
  };
  return service;
}

/** Read when the screens are numbered and held, so that it is what their next manifests say. */
async function resolveChange(
  tx: Tx,
  { deviceIds, publishes, playlists, settings, sources }: ManifestChangeRequest,
  now: Date,
): Promise<ResolvedChange> {
  // Contents that a screen has shown before need not be sent again.
  const isTold = playlists !== undefined && playlists.deviceIds.length > 0;
  const showing = isTold ? await listDevicesByPlaylist(tx, playlists) : new Map<string, Set<string>>();
  const serialized = isTold ? await listSerializedPlaylists(tx, playlists.playlistIds) : [];
  const publications = publishes && (publishes.now ?? (await listPublications(tx, publishes)));
  return {
    publishes: { deviceIds: [], playlistIds: [], ...publishes, now: publications ?? [] },
    playlists: serialized.map((playlist) => {
      const splice = playlists?.splices?.get(playlist.playlistId);
      return { playlist: { ...playlist, ...(splice && { splice }) }, deviceIds: showing.get(playlist.playlistId) ?? new Set<string>() };
    }),
    devices: settings ? await listDeviceSettings(tx, deviceIds, now) : new Map<string, ManifestChange['device']>(),
    sources:
      publishes || playlists || sources
        ? { byDevice: await listSourcesByDevice(tx, deviceIds), newDocuments: new Set(sources?.newDocuments) }
        : null,
  };
}

const getSpreadMs = (screens: number): number | undefined => (screens > SPREAD_FROM_SCREENS ? screens * SPREAD_MS_PER_SCREEN : undefined);

function syncNudges({ revision, screens }: RevisionBump, changed: ResolvedChange): Nudge[] {
  const withinMs = getSpreadMs(screens.length);
  return groupScreensByChange(screens, changed).map(({ change, screenIds }) =>
    syncNudge(screenIds, { revision, withinMs, ...(getJsonBytes(change) <= CHANGE_MAX_BYTES && { change }) }),
  );
}

const syncNudge = (screenIds: string[], payload: SyncMessage): Nudge => ({
  namespace: 'screen',
  rooms: screenIds.map(getScreenRoom),
  event: 'sync',
  payload,
});

const publishNudges = ({ people, deviceIds }: RevisionBump['audiences'][number]): Nudge[] =>
  deviceIds.flatMap((deviceId): Nudge[] => {
    const rooms = people.map(getPersonRoom);
    return [
      { namespace: 'device', rooms, event: 'devicestatus', payload: { type: 'PUBLISH_UPDATE', deviceId } },
      { namespace: 'device', rooms, event: 'publishUpdate', payload: { deviceId } },
    ];
  });
