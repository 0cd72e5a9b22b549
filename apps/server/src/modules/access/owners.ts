import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';

/** Whose an object is. Reads across the modules' tables: the one place that knows who owns what. */
export interface Owned {
  id: string;
  ownerId: string;
}

export type OwnersOf = (tx: Tx, ids: string[]) => Promise<Owned[]>;

export const ownersOfAccounts: OwnersOf = async (tx, ids) =>
  (await tx.selectFrom('users').select('id').where('id', 'in', ids).execute()).map(({ id }) => ({ id, ownerId: id }));

export const ownersOfAlbums: OwnersOf = (tx, ids) =>
  tx.selectFrom('albums').select(['id', 'created_by as ownerId']).where('id', 'in', ids).execute();

export const ownersOfMedia: OwnersOf = (tx, ids) =>
  tx
    .selectFrom('media')
    .innerJoin('albums', 'albums.id', 'media.album_id')
    .select(['media.id', 'albums.created_by as ownerId'])
    .where('media.id', 'in', ids)
    .execute();

export const ownersOfPlaylists: OwnersOf = (tx, ids) =>
  tx.selectFrom('playlists').select(['id', 'user_id as ownerId']).where('id', 'in', ids).execute();

export const ownersOfDevices: OwnersOf = (tx, ids) =>
  tx.selectFrom('devices').select(['id', 'user_id as ownerId']).where('id', 'in', ids).execute();

export const ownersOfPublishes: OwnersOf = (tx, ids) =>
  tx
    .selectFrom('publishes')
    .innerJoin('devices', 'devices.id', 'publishes.device_id')
    .select(['publishes.id', 'devices.user_id as ownerId'])
    .where('publishes.id', 'in', ids)
    .execute();

/** Its members count as owners here: what they may change is for the organisation's own rules. */
export const ownersOfOrganisations: OwnersOf = (tx, ids) =>
  tx.selectFrom('organisation_members').select(['org_id as id', 'user_id as ownerId']).where('org_id', 'in', ids).execute();

/** Its uploader, the owner of each album that holds it; and everybody (`*`) while it is somebody's picture. */
export const ownersOfFiles: OwnersOf = async (tx, ids) => {
  const result = await sql<Owned>`
    select files.id, files.owner_id::text as "ownerId" from files where files.id = any(${ids}::uuid[])
    union all
    select files.id, albums.created_by::text from files
      join media on media.file_id = coalesce(files.root_id, files.id) join albums on albums.id = media.album_id
      where files.id = any(${ids}::uuid[])
    union all
    select files.id, '*' from files where files.id = any(${ids}::uuid[]) and (
      exists (select from users where users.picture_file_id = coalesce(files.root_id, files.id))
      or exists (select from organisations where organisations.picture_file_id = coalesce(files.root_id, files.id)))`.execute(tx);
  return result.rows;
};

export const EVERYBODY = '*';
