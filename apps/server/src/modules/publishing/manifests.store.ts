import type { Manifest } from '@vitrine/contract';
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
}

/** Devices held in id order, so that two publishers never wait for each other in a ring. */
export const lockDevices = (tx: Tx, ids: string[]): Promise<ManifestTarget[]> =>
  tx
    .selectFrom('devices')
    .innerJoin('screens', 'screens.id', 'devices.screen_id')
    .select([
      'devices.id',
      'devices.screen_id',
      'devices.name',
      'devices.time_zone',
      'devices.show_info',
      audienceOf('devices').as('audience'),
      'screens.revision',
    ])
    .where('devices.id', 'in', ids)
    .orderBy('devices.id')
    .forUpdate('devices')
    .execute();

/** True when the manifest the screen has says exactly this, whatever its number. */
export async function isCurrentManifest(tx: Tx, screenId: string, revision: number, manifest: Manifest): Promise<boolean> {
  const result = await sql<{ same: boolean }>`
    select body - 'revision' = ${JSON.stringify(manifest)}::jsonb - 'revision' as same from manifests
    where screen_id = ${screenId} and revision = ${revision}`.execute(tx);
  return result.rows[0]?.same ?? false;
}

export async function insertManifest(tx: Tx, screenId: string, manifest: Manifest): Promise<void> {
  await tx
    .insertInto('manifests')
    .values({ screen_id: screenId, revision: manifest.revision, body: JSON.stringify(manifest) })
    .execute();
  await tx
    .deleteFrom('manifests')
    .where('screen_id', '=', screenId)
    .where('revision', '<=', manifest.revision - REVISIONS_KEPT)
    .execute();
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
