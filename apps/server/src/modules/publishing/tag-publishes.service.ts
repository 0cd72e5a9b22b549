import { TAG_PUBLISH_LIMITS, type TagPublish } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorize, type Person } from '../access/index.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { lockMemberships } from '../organisations/index.ts';
import { hasMediaToShow } from '../playlists/index.ts';
import { activateOnDevices } from './activation.service.ts';
import type { InvalidateManifests } from './manifest-invalidation.ts';
import type { ManifestsService } from './manifests.service.ts';
import { lockTargetDevices } from './ownership-changes.store.ts';
import { parseSchedule } from './publishing.rules.ts';
import type { PublishRequest } from './publishing.service.ts';
import {
  copyTagPublishes,
  deletePublishesOfTag,
  deletePublishesWithoutTag,
  deleteTagPublish,
  findTagPublish,
  hasOverfullTag,
  haveTagsSettings,
  insertMissingTagPublishes,
  listTaggedDevices,
  listTagOwners,
  listTagPublishes,
  lockTags,
  type TagPublishRow,
  upsertTagPublishes,
} from './tag-publishes.store.ts';

interface TagPublishesDeps {
  db: Database;
  clock: Clock;
  manifests: ManifestsService;
  invalidate: InvalidateManifests;
}

const present = (row: TagPublishRow): TagPublish => ({
  _id: row.id,
  playlistId: row.playlist_id,
  playlistName: row.playlist_name,
  isPlayable: row.is_playable,
  periods: row.periods,
  tag: { _id: row.tag_id, name: row.tag_name, devices: row.devices },
  ...parseSchedule(row),
  activatedAt: row.activated_at.toISOString(),
});

/** Locks the accounts of the tags' owners, which every change of a tag or of its devices locks first. Returns their ids. */
async function lockTagOwners(tx: Tx, tagIds: string[]): Promise<string[]> {
  const owners = await listTagOwners(tx, tagIds);
  await lockAccounts(tx, owners);
  return owners;
}

/** CHANGED_MEANWHILE when a tag belongs to an account that is not locked. */
async function lockTagsOf(tx: Tx, tagIds: string[], owners: string[]): Promise<void> {
  if ((await lockTags(tx, tagIds)).some((id) => !owners.includes(id))) throw new AppError('CHANGED_MEANWHILE');
}

/** Publishes to tags. The publishes of devices follow from them and from the tags that the devices have. */
export function createTagPublishesService({ db, clock, manifests, invalidate }: TagPublishesDeps) {
  /**
   * Gives the devices the publishes that their tags require, and ends those of tags that they no longer have. `settingsIds` are devices that may have other
   * settings from their tags.
   */
  const updateDevices = async (tx: Tx, deviceIds: string[], settingsIds: readonly string[]): Promise<void> => {
    await lockTargetDevices(tx, deviceIds);
    const removed = await deletePublishesWithoutTag(tx, deviceIds);
    const added = await insertMissingTagPublishes(tx, deviceIds);
    // The devices have different tags, so the screens request their manifests instead of receiving the change.
    const changedIds = [...removed, ...added].map(({ device_id }) => device_id);
    await manifests.sendRevision(tx, [...new Set([...changedIds, ...settingsIds])].toSorted());
    // The contents of a playlist that no device had may be out of date.
    await invalidate(tx, { playlistIds: [...new Set(added.map(({ playlist_id }) => playlist_id))].toSorted() });
  };

  return {
    updateDevices,

    /** Publishes to the tags and to all devices that have them now. NOT_FOUND, PLAYLIST_EMPTY, TAG_PLAYLIST_LIMIT, CHANGED_MEANWHILE. */
    publish: (actor: Person, { playlistId, schedule }: PublishRequest, tagIds: string[]): Promise<TagPublish[]> =>
      db.transaction().execute(async (tx) => {
        const tags = [...new Set(tagIds.map((id) => id.toLowerCase()))].toSorted();
        await lockMemberships(tx, actor.userId);
        await authorize(tx, actor, 'deviceTag.update', tags);
        await authorize(tx, actor, 'playlist.read', [playlistId]);
        const owners = await lockTagOwners(tx, tags);
        const { changed, contents } = await manifests.updateStoredContents(tx, playlistId);
        await lockTagsOf(tx, tags, owners);
        // Authorized again after locking, because a tag may have got another owner in the meantime.
        await authorize(tx, actor, 'deviceTag.update', tags);
        if (!contents?.items.length && !(await hasMediaToShow(tx, playlistId))) throw new AppError('PLAYLIST_EMPTY');
        const at = clock.now();
        await upsertTagPublishes(tx, { playlistId, tagIds: tags, schedule, at });
        if (await hasOverfullTag(tx, tags, TAG_PUBLISH_LIMITS.playlistsPerTag)) throw new AppError('TAG_PLAYLIST_LIMIT');
        const deviceIds = await listTaggedDevices(tx, tags);
        await lockTargetDevices(tx, deviceIds);
        const activation = { playlistId, schedule, deviceIds, at, isFromTag: true };
        await activateOnDevices(tx, manifests, [activation], { changedPlaylistIds: changed ? [playlistId] : [], some: 0 });
        return (await listTagPublishes(tx, { playlistId })).filter(({ tag_id }) => tags.includes(tag_id)).map(present);
      }),

    /** Lists the tags to which a playlist is published, or the playlists of a tag. NOT_FOUND, INVALID. */
    async list(actor: Person, { playlistId, tagId }: { playlistId?: string; tagId?: string }): Promise<TagPublish[]> {
      if (playlistId !== undefined && tagId === undefined) {
        await authorize(db, actor, 'playlist.read', [playlistId]);
        return (await listTagPublishes(db, { playlistId })).map(present);
      }
      if (tagId === undefined || playlistId !== undefined) throw new AppError('INVALID', 'Send either playlistId or tagId.');
      await authorize(db, actor, 'deviceTag.read', [tagId]);
      return (await listTagPublishes(db, { tagId })).map(present);
    },

    /** Removes the playlist from the tag and from the devices that have it only because of this tag. NOT_FOUND, CHANGED_MEANWHILE. */
    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const found = await findTagPublish(tx, id);
        if (!found) throw new AppError('NOT_FOUND');
        await authorize(tx, actor, 'deviceTag.update', [found.tag_id]);
        const owners = await lockTagOwners(tx, [found.tag_id]);
        await lockTagsOf(tx, [found.tag_id], owners);
        await authorize(tx, actor, 'deviceTag.update', [found.tag_id]);
        const { numDeletedRows } = await deleteTagPublish(tx, id);
        if (numDeletedRows === 0n) throw new AppError('NOT_FOUND');
        const tagged = await listTaggedDevices(tx, [found.tag_id]);
        await lockTargetDevices(tx, tagged);
        const removed = await deletePublishesWithoutTag(tx, tagged);
        const deviceIds = [...new Set(removed.map(({ device_id }) => device_id))].toSorted();
        await manifests.sendChange(tx, { deviceIds, publishes: { deviceIds, playlistIds: [found.playlist_id] } });
      }),

    /** Ends the publishes of a tag that is about to be deleted. */
    async endTag(tx: Tx, tagId: string): Promise<void> {
      const deviceIds = await listTaggedDevices(tx, [tagId]);
      await deletePublishesOfTag(tx, tagId);
      await updateDevices(tx, deviceIds, (await haveTagsSettings(tx, [tagId])) ? deviceIds : []);
    },

    /** Gives the playlists of a tag that is about to be deleted to the tag that replaces it on its devices. */
    async mergeTags(tx: Tx, tagId: string, intoTagId: string): Promise<void> {
      await copyTagPublishes(tx, tagId, intoTagId);
      const deviceIds = await listTaggedDevices(tx, [intoTagId]);
      await updateDevices(tx, deviceIds, (await haveTagsSettings(tx, [tagId, intoTagId])) ? deviceIds : []);
    },
  };
}

export type TagPublishesService = ReturnType<typeof createTagPublishesService>;
