import { sql } from 'kysely';
import type { Tx } from '../../platform/database/database.ts';
import { audienceOf } from '../access/index.ts';

/** A screen may still be downloading an older one; further back nobody needs. */
const REVISIONS_KEPT = 3;

export interface ManifestTarget {
  id: string;
  screen_id: string;
  name: string;
  time_zone: string;
  show_info: boolean;
  /** Who hears of it. */
  audience: string[];
  revision: number;
  /** What its newest manifest says; null while it has none, or one of before digests were kept. */
  digest: Buffer | null;
}

/** Devices held in id order, so that two publishers never wait for each other in a ring. */
export const lockDevices = (tx: Tx, ids: string[]) =>
  sql`select from devices where id = any(${ids}::uuid[]) order by id for update`.execute(tx);

/** The same, and what their manifests are about. */
export const lockTargets = (tx: Tx, ids: string[]): Promise<ManifestTarget[]> =>
  tx
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .leftJoin('manifests', (join) =>
      join.onRef('manifests.screen_id', '=', 'screens.id').onRef('manifests.revision', '=', 'screens.revision'),
    )
    .select([
      'devices.id',
      'devices.screen_id',
      'devices.name',
      'devices.time_zone',
      'devices.show_info',
      audienceOf('devices').as('audience'),
      'screens.revision',
      'manifests.digest',
    ])
    .where('devices.id', '=', sql<string>`any(${ids}::uuid[])`)
    .orderBy('devices.id')
    .forUpdate('devices')
    .execute();

/** What their manifests are made of. */
export const listPublishesToWrite = (tx: Tx, deviceIds: string[]) =>
  tx
    .selectFrom('publishes')
    .innerJoin('playlists', 'playlists.id', 'publishes.playlist_id')
    .select([
      'publishes.id',
      'publishes.device_id',
      'publishes.playlist_id',
      'playlists.name as playlist_name',
      'publishes.is_main',
      'publishes.activated_at',
      'publishes.updated_at',
      'publishes.schedule',
    ])
    .where('publishes.device_id', '=', sql<string>`any(${deviceIds}::uuid[])`)
    .orderBy('publishes.id')
    .execute();

export type PublishToWrite = Awaited<ReturnType<typeof listPublishesToWrite>>[number];

export interface NewManifest {
  screenId: string;
  revision: number;
  digest: Buffer;
  /** As JSON. */
  body: string;
}

/** As one JSON document, which PostgreSQL takes apart in a third of the time that an array of as many documents costs. */
export async function insertManifests(tx: Tx, manifests: NewManifest[]): Promise<void> {
  const rows = manifests.map(
    ({ screenId, revision, digest, body }) =>
      `{"id":"${screenId}","revision":${revision},"digest":"${digest.toString('hex')}","body":${body}}`,
  );
  await sql`insert into manifests (screen_id, revision, digest, body)
    select id, revision, decode(digest, 'hex'), body
    from jsonb_to_recordset(${`[${rows.join(',')}]`}::jsonb) as given (id uuid, revision integer, digest text, body jsonb)`.execute(tx);
  const [ids, revisions] = [manifests.map(({ screenId }) => screenId), manifests.map(({ revision }) => revision)];
  await sql`delete from manifests using unnest(${ids}::uuid[], ${revisions}::integer[]) as given (id, revision)
    where manifests.screen_id = given.id and manifests.revision <= given.revision - ${REVISIONS_KEPT}`.execute(tx);
}

/** The newest manifest as the JSON text it was stored from; undefined while none was made. */
export async function findManifest(tx: Tx, screenId: string): Promise<{ revision: number; body: string } | undefined> {
  const result = await sql<{ revision: number; body: string }>`
    select manifests.revision, manifests.body::text as body from screens
    join manifests on manifests.screen_id = screens.id and manifests.revision = screens.revision
    where screens.id = ${screenId}`.execute(tx);
  return result.rows[0];
}

export const findRevision = async (tx: Tx, screenId: string): Promise<number> =>
  (await tx.selectFrom('screens').select('revision').where('id', '=', screenId).executeTakeFirst())?.revision ?? 0;

/** True when one of the screen's manifests asks for this file. */
export async function isFileOfScreen(tx: Tx, screenId: string, sha256: string): Promise<boolean> {
  const wanted = JSON.stringify([{ sha256 }]);
  const result = await sql`select from manifests where screen_id = ${screenId} and body->'files' @> ${wanted}::jsonb limit 1`.execute(tx);
  return result.rows.length > 0;
}
