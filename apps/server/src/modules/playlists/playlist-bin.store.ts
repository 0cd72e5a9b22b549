import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';

const COLUMNS = sql`id, name, caption, user_id, org_id, thumbnail_file_id, thumbnail_rotation, layout, synchronized, created_at, updated_at`;
const ENTRY_COLUMNS = sql`playlist_id, album_id, duration_s, sequence, zone`;

/** Copies a locked playlist and its albums to the bin. */
export async function copyPlaylistToBin(tx: Tx, id: string): Promise<void> {
  await sql`insert into binned_playlists (${COLUMNS}) select ${COLUMNS} from playlists where id = ${id}`.execute(tx);
  await sql`insert into binned_playlist_albums (${ENTRY_COLUMNS})
    select ${ENTRY_COLUMNS} from playlist_albums where playlist_id = ${id}`.execute(tx);
}

/** Copies a locked playlist of the bin and its remaining albums back. */
export async function copyPlaylistFromBin(tx: Tx, id: string): Promise<void> {
  await sql`insert into playlists (${COLUMNS}) select ${COLUMNS} from binned_playlists where id = ${id}`.execute(tx);
  await sql`insert into playlist_albums (${ENTRY_COLUMNS})
    select ${ENTRY_COLUMNS} from binned_playlist_albums where playlist_id = ${id}`.execute(tx);
}

/** Locks those of these playlists that are in the bin, in the order of their ids. */
export const lockBinnedPlaylists = async (tx: Tx, ids: string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select id from binned_playlists where id = any(${toUuidArray(ids)}) order by id for update`.execute(tx);
  return rows.map(({ id }) => id);
};

export const deleteBinnedPlaylists = (tx: Tx, ids: string[]) =>
  sql`delete from binned_playlists where id = any(${toUuidArray(ids)})`.execute(tx);

/** Deletes playlists that have been in the bin for this many days, at most `limit`. Returns their number. */
export async function deleteExpiredPlaylists(tx: Tx, days: number, limit: number): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    delete from binned_playlists where id in (
      select id from binned_playlists where deleted_at < now() - make_interval(days => ${days})
      order by deleted_at limit ${limit} for update skip locked)`.execute(tx);
  return Number(numAffectedRows);
}

/**
 * Locks the memberships of these playlists' owners and families until the transaction ends, so that a removal waits and then ends the publishes that were
 * restored. Called before all other locks.
 */
export const lockBinnedMemberships = (tx: Tx, ids: string[]) =>
  sql`select from organisation_members
    where user_id in (select user_id from binned_playlists where id = any(${toUuidArray(ids)}))
      or org_id in (select org_id from binned_playlists where id = any(${toUuidArray(ids)}))
    order by org_id, user_id for key share`.execute(tx);
