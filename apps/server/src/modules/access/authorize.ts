import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Actor } from './actor.ts';

export type Action =
  | 'account.read'
  | 'account.update'
  | 'album.read'
  | 'album.update'
  | 'album.addMedia'
  | 'media.read'
  | 'media.update'
  | 'file.read'
  | 'playlist.read'
  | 'playlist.update'
  | 'device.read'
  | 'device.update'
  | 'publish.update';

/** For each action, the ids out of those asked for that this person may do it to. */
const allowed: Record<Action, (tx: Tx, userId: string, ids: string[]) => Promise<string[]>> = {
  'account.read': async (_tx, userId, ids) => ids.filter((id) => id === userId),
  'account.update': async (_tx, userId, ids) => ids.filter((id) => id === userId),
  'album.read': ownedAlbums,
  'album.update': ownedAlbums,
  'album.addMedia': ownedAlbums,
  'media.read': ownedMedia,
  'media.update': ownedMedia,
  'file.read': readableFiles,
  'playlist.read': ownedPlaylists,
  'playlist.update': ownedPlaylists,
  'device.read': ownedDevices,
  'device.update': ownedDevices,
  'publish.update': ownedPublishes,
};

/**
 * The one question for HTTP, live rooms, streams and jobs alike: may this actor do this to all of
 * these? Throws NOT_FOUND otherwise, so that what is not yours looks like what does not exist.
 */
export async function authorize(tx: Tx, actor: Actor, action: Action, ids: string[]): Promise<void> {
  if (actor.kind !== 'person') throw new AppError('UNAUTHENTICATED');
  const unique = [...new Set(ids)];
  const granted = await allowed[action](tx, actor.userId, unique);
  if (granted.length !== unique.length) throw new AppError('NOT_FOUND');
}

const idsOf = (rows: { id: string }[]) => rows.map((row) => row.id);

async function ownedAlbums(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  return idsOf(await tx.selectFrom('albums').select('id').where('created_by', '=', userId).where('id', 'in', ids).execute());
}

async function ownedMedia(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('media')
    .innerJoin('albums', 'albums.id', 'media.album_id')
    .select('media.id')
    .where('albums.created_by', '=', userId)
    .where('media.id', 'in', ids)
    .execute();
  return idsOf(rows);
}

/** A file is readable through any album that holds it, and by its owner while it is in none. */
async function readableFiles(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const result = await sql<{ id: string }>`
    select files.id from files
    where files.id = any(${ids}::uuid[]) and (
      files.owner_id = ${userId}
      or exists (select from media join albums on albums.id = media.album_id
        where media.file_id = coalesce(files.root_id, files.id) and albums.created_by = ${userId}))`.execute(tx);
  return idsOf(result.rows);
}

async function ownedPlaylists(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  return idsOf(await tx.selectFrom('playlists').select('id').where('user_id', '=', userId).where('id', 'in', ids).execute());
}

async function ownedDevices(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  return idsOf(await tx.selectFrom('devices').select('id').where('user_id', '=', userId).where('id', 'in', ids).execute());
}

async function ownedPublishes(tx: Tx, userId: string, ids: string[]): Promise<string[]> {
  const rows = await tx
    .selectFrom('publishes')
    .innerJoin('devices', 'devices.id', 'publishes.device_id')
    .select('publishes.id')
    .where('devices.user_id', '=', userId)
    .where('publishes.id', 'in', ids)
    .execute();
  return idsOf(rows);
}
