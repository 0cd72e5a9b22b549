import {
  type Album,
  type albumCountQuery,
  type albumSearchQuery,
  type createAlbumBody,
  type editAlbumBody,
  parseMediaKey,
} from '@vitrine/contract';
import type { z } from 'zod';
import type { Database, Db } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { newId } from '../../platform/ids.ts';
import type { Ports } from '../../platform/ports.ts';
import { normalizeSearchText } from '../../platform/search-text.ts';
import { authorize, type Person } from '../access/index.ts';
import type { EntitlementsService } from '../entitlements/index.ts';
import { findOriginal } from '../files/index.ts';
import { authorizeCreate, authorizeList, type ListOwnerScope } from '../organisations/index.ts';
import { authorizeAlbumChange, lockEditableAlbum } from './album-access.service.ts';
import { presentAlbumsFor } from './album-loader.service.ts';
import { type AlbumContentsQueries, albumContents, albumDeleting } from './albums.events.ts';
import type { AlbumNotifier } from './albums.live.ts';
import { type AlbumListQuery, type AlbumScope, countListedAlbums, findAlbum, listAlbums, searchAlbums } from './albums.read-model.ts';
import { type AlbumChange, insertAlbum, markDeleted, updateAlbum } from './albums.store.ts';

export interface AlbumsDeps {
  db: Database;
  nudges: AlbumNotifier;
  emit: Emit;
  port: Ports['port'];
  entitlements: EntitlementsService;
  /** Invalidates cached grants. Called after the commit. */
  clearAccessCache: () => void;
}

type ListQuery = Omit<AlbumListQuery, 'dataPerPage'> & { dataPerPage?: number };
const SORTED_PAGE_SIZE = 25;
const PAGE_SIZE = 50;
const SHARED_PAGE_SIZE = 150;
const MAX_SEARCH_RESULTS = 50;

const withPageSize = (query: ListQuery): AlbumListQuery => ({
  ...query,
  dataPerPage: query.dataPerPage ?? (query.sort ? SORTED_PAGE_SIZE : PAGE_SIZE),
});

export function createAlbumsService({ db, nudges, emit, port, entitlements, clearAccessCache }: AlbumsDeps) {
  const firstPicture: AlbumContentsQueries['selectFirstPicture'] = (albumId) => port(albumContents).selectFirstPicture(albumId);

  const read = async (db: Db, actor: Person, id: string): Promise<Album> => {
    const row = await findAlbum(db, firstPicture, id);
    const [album] = row ? await presentAlbumsFor(db, actor, [row]) : [];
    if (!album) throw new AppError('NOT_FOUND');
    return album;
  };

  const list = async (actor: Person, userId: string, scope: AlbumScope, query: AlbumListQuery): Promise<Album[]> =>
    presentAlbumsFor(db, actor, await listAlbums(db, firstPicture, scope, query), userId);

  return {
    read,

    async list(
      actor: Person,
      { orgId, userId = actor.userId, ...query }: ListQuery & { orgId?: string; userId?: string },
    ): Promise<Album[]> {
      const whose = await authorizeList(db, actor, { userId, orgId });
      return list(actor, userId, toAlbumScope(whose), withPageSize(query));
    },

    async listShared(actor: Person, userId: string, query: ListQuery): Promise<Album[]> {
      await authorize(db, actor, 'account.read', [userId]);
      return list(actor, userId, { sharedWith: userId }, { ...query, dataPerPage: query.dataPerPage ?? SHARED_PAGE_SIZE });
    },

    async count(actor: Person, { type, userId = actor.userId, orgId }: z.infer<typeof albumCountQuery>): Promise<{ count: number }> {
      const whose = await authorizeList(db, actor, { userId, orgId });
      return { count: await countListedAlbums(db, type === 'shared' ? { sharedWith: userId } : toAlbumScope(whose)) };
    },

    /** Searches the caller's, an organisation's or shared albums by a part of the name. */
    async search(actor: Person, { string, type, userId = actor.userId, orgId }: z.infer<typeof albumSearchQuery>): Promise<Album[]> {
      const whose = await authorizeList(db, actor, { userId, orgId });
      const text = normalizeSearchText(string);
      if (text === '') return [];
      const scope = type === 'shared' ? { sharedWith: userId } : toAlbumScope(whose);
      return presentAlbumsFor(db, actor, await searchAlbums(db, firstPicture, scope, text, MAX_SEARCH_RESULTS), userId);
    },

    async get(actor: Person, id: string): Promise<Album> {
      await authorize(db, actor, 'album.read', [id]);
      return read(db, actor, id);
    },

    /** NOT_FOUND, PLAN_ENDED, ALBUM_LIMIT. */
    create: (actor: Person, { name, userId = actor.userId, orgId }: z.infer<typeof createAlbumBody>): Promise<Album> =>
      db.transaction().execute(async (tx) => {
        await authorizeCreate(tx, actor, { userId, orgId });
        const { ownerId } = await entitlements.lockOwner(tx, { userId, orgId });
        await entitlements.assertQuota(tx, ownerId, 'albums');
        const id = newId();
        await insertAlbum(tx, { id, name, created_by: ownerId, org_id: orgId });
        await nudges.notifyReaders(tx, id);
        return read(tx, actor, id);
      }),

    update: (actor: Person, id: string, { name, caption, thumbnail, showPlaces }: z.infer<typeof editAlbumBody>): Promise<Album> =>
      db.transaction().execute(async (tx) => {
        await authorizeAlbumChange(tx, actor, id);
        const change: AlbumChange = { name, caption, shows_places: showPlaces };
        if (name !== undefined || caption !== undefined) await lockEditableAlbum(tx, id);
        if (thumbnail !== undefined)
          Object.assign(change, await resolveCoverChange(tx, port, { albumId: id, userId: actor.userId, thumbnail }));
        await updateAlbum(tx, id, change);
        await nudges.notifyReaders(tx, id);
        return read(tx, actor, id);
      }),

    /** Into the bin, with its media, its place in playlists and whom it is shared with. */
    async remove(actor: Person, id: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'album.update', [id]);
        await lockEditableAlbum(tx, id);
        await nudges.notifyReaders(tx, id);
        await emit(tx, albumDeleting, { albumId: id });
        await markDeleted(tx, id);
        await nudges.revokeAccess(tx);
      });
      clearAccessCache();
    },
  };
}

export type AlbumsService = ReturnType<typeof createAlbumsService>;

/** Members of an organisation also get their own albums. */
const toAlbumScope = ({ userId, orgId, isMember }: ListOwnerScope): AlbumScope =>
  orgId === undefined ? { ownerId: userId } : { orgId, memberId: isMember ? userId : null };

/** Sets the cover to media of the album or to a picture that the account uploaded; null restores the first photo. */
export async function resolveCoverChange(
  db: Db,
  port: Ports['port'],
  { albumId, userId, thumbnail }: { albumId: string; userId: string; thumbnail: { key: string } | null },
): Promise<AlbumChange> {
  if (thumbnail === null) return { thumbnail_file_id: null, thumbnail_rotation: 0 };
  const key = parseMediaKey(thumbnail.key);
  const original = key && (await findOriginal(db, key.fileId));
  if (!original) throw new AppError('NOT_FOUND');
  const isOwnPicture = original.owner_id === userId && original.kind === 'image';
  if (!isOwnPicture && !(await port(albumContents).isShown(db, albumId, original.id))) throw new AppError('NOT_FOUND');
  return { thumbnail_file_id: original.id, thumbnail_rotation: key.rotation };
}
