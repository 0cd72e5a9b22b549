import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { audienceOf, belongsTo, type Whose } from '../access/index.ts';
import type { ActionRow } from './device-actions.store.ts';

const devices = (tx: Tx) =>
  tx
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select([
      'devices.id',
      'devices.screen_id',
      'devices.name',
      'devices.time_zone',
      'devices.user_id',
      'devices.org_id',
      'screens.live_process_id',
      'devices.show_info',
      'screens.report',
      'screens.reported_at',
      'devices.created_at',
      'devices.updated_at',
      'screens.device_code',
      'screens.version_code',
      'screens.revision',
      'screens.address',
      sql<ActionRow | null>`(select to_jsonb(last) from (select id, action, state, reason, created_at, updated_at from device_actions
        where device_actions.device_id = devices.id order by id desc limit 1) as last)`.as('last_action'),
      sql<Date | null>`(select max(activated_at) from publishes where publishes.device_id = devices.id)`.as('deployed_at'),
      sql<boolean>`exists (select from publishes where publishes.device_id = devices.id and publishes.activated_at is not null)`.as(
        'has_active',
      ),
    ]);

export type DeviceRow = Awaited<ReturnType<ReturnType<typeof devices>['executeTakeFirstOrThrow']>>;

export interface DeviceQuery {
  status?: 'online' | 'offline';
  page: number;
  dataPerPage: number;
}

export const listDevices = (tx: Tx, whose: Whose, { status, page, dataPerPage }: DeviceQuery) =>
  devices(tx)
    .where(belongsTo('devices', whose))
    .$if(status === 'online', (query) => query.where('screens.live_process_id', 'is not', null))
    .$if(status === 'offline', (query) => query.where('screens.live_process_id', 'is', null))
    .orderBy('devices.created_at', 'desc')
    .orderBy('devices.id', 'desc')
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export const countDevices = async (tx: Tx, whose: Whose): Promise<number> => {
  const row = await tx
    .selectFrom('devices')
    .select(sql<number>`count(*)`.as('count'))
    .where(belongsTo('devices', whose))
    .executeTakeFirstOrThrow();
  return row.count;
};

export const findDevice = (tx: Tx, id: string) => devices(tx).where('devices.id', '=', id).executeTakeFirst();

/** Who hears of a change to it; nobody when it is gone. */
export const findAudience = async (tx: Tx, id: string): Promise<string[]> =>
  (await tx.selectFrom('devices').select(audienceOf('devices').as('audience')).where('id', '=', id).executeTakeFirst())?.audience ?? [];

/** What the wall shows, in words and as a picture: the playlist's name and the file of the media. */
export async function findShown(
  tx: Tx,
  publishId: string | null,
  mediaId: string | null,
): Promise<{ playlistName: string | null; fileId: string | null }> {
  const result = await sql<{ playlistName: string | null; fileId: string | null }>`
    select (select playlists.name from publishes join playlists on playlists.id = publishes.playlist_id where publishes.id::text = ${publishId}) as "playlistName",
      (select media.file_id || coalesce('~' || nullif(media.rotation, 0), '') from media where id::text = ${mediaId}) as "fileId"`.execute(
    tx,
  );
  return result.rows[0] ?? { playlistName: null, fileId: null };
}
