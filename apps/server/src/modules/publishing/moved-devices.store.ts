import { type RawBuilder, sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';

/** Publishes on these devices that none of these people could make: the playlist is nobody's of them. */
const isNotPublishableBy = (deviceIds: string[], people: string[]): RawBuilder<unknown> => sql`
  publishes.device_id = any(${toUuidArray(deviceIds)})
    and not exists (select from ${selectOwnersAndMembers('playlists')} as people where people.user_id = any(${toUuidArray(people)}))`;

export async function listPublishesLostByTransfer(
  db: Db,
  deviceIds: string[],
  people: string[],
): Promise<{ name: string; devices: number }[]> {
  const { rows } = await sql<{ name: string; devices: number }>`
    select playlists.name, count(*) as devices from publishes join playlists on playlists.id = publishes.playlist_id
    where ${isNotPublishableBy(deviceIds, people)} group by playlists.id order by devices desc, playlists.name`.execute(db);
  return rows;
}

/** Answers the devices they were on. */
export async function deletePublishesLostByTransfer(tx: Tx, deviceIds: string[], people: string[]): Promise<string[]> {
  const { rows } = await sql<{ device_id: string }>`
    delete from publishes using playlists where playlists.id = publishes.playlist_id and ${isNotPublishableBy(deviceIds, people)}
    returning publishes.device_id`.execute(tx);
  return [...new Set(rows.map((row) => row.device_id))];
}

/** So that none of them is moved to somebody else until the transaction ends. In order of their ids, after the playlist that is published. */
export const lockTargetDevices = (tx: Tx, deviceIds: string[]) =>
  sql`select from devices where id = any(${toUuidArray(deviceIds)}) order by id for key share`.execute(tx);
