import { SCREENSHOT_LIMITS } from '@vitrine/contract';
import { sql } from 'kysely';
import { type Tx, toUuidArray } from '../../platform/database/database.ts';

const HOUR_MINUTES = 60;

/** Records that a screenshot is requested. Replaces an open request. */
export const saveRequest = (tx: Tx, deviceId: string, now: Date) =>
  tx
    .insertInto('screenshot_states')
    .values({ device_id: deviceId, requested_at: now })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ requested_at: now, is_scheduled: false }))
    .execute();

export const saveHourly = (tx: Tx, deviceId: string, isHourly: boolean, now: Date) =>
  tx
    .insertInto('screenshot_states')
    .values({ device_id: deviceId, is_hourly: isHourly, next_at: isHourly ? now : null })
    .onConflict((conflict) => conflict.column('device_id').doUpdateSet({ is_hourly: isHourly, next_at: isHourly ? now : null }))
    .execute();

interface ScreenOfDevice {
  deviceId: string;
  screenId: string;
}

/**
 * Requests due hourly screenshots, at most `limit`, and returns the screens that are online. Several processes take different ones. The others wait for
 * another hour.
 */
export async function takeDueRequests(tx: Tx, now: Date, limit: number): Promise<ScreenOfDevice[]> {
  const { rows } = await sql<ScreenOfDevice & { isOnline: boolean }>`
    with due as (
      select device_id from screenshot_states where next_at <= ${now}::timestamptz order by next_at limit ${limit} for update skip locked)
    update screenshot_states set next_at = ${now}::timestamptz + make_interval(mins => ${sql.lit(HOUR_MINUTES)}),
      requested_at = ${now}::timestamptz, is_scheduled = true
    from due join devices on devices.id = due.device_id join screens on screens.id = devices.screen_id
    where screenshot_states.device_id = due.device_id
    returning screenshot_states.device_id as "deviceId", screens.id as "screenId", screens.live_process_id is not null as "isOnline"`.execute(
    tx,
  );
  return rows.filter(({ isOnline }) => isOnline);
}

/** Ends the open request of a device, and returns whether it was an hourly one. Undefined without a request since `since`. */
export async function takeRequest(tx: Tx, deviceId: string, since: Date): Promise<{ isHourly: boolean } | undefined> {
  const { rows } = await sql<{ isHourly: boolean }>`
    update screenshot_states set requested_at = null where device_id = ${deviceId} and requested_at >= ${since}::timestamptz
    returning is_scheduled as "isHourly"`.execute(tx);
  return rows[0];
}

interface NewScreenshot {
  id: string;
  deviceId: string;
  /** Owners of the device when the screenshot arrived. */
  userId: string;
  orgId: string | null;
  takenAt: Date;
  isCapture: boolean;
  isHourly: boolean;
  mediaId: string | null;
  distance: number | null;
  width: number;
  height: number;
  bytes: Buffer;
}

/**
 * Stores a screenshot unless the device was deleted or has another owner, who must not see it, and deletes the oldest ones of its kind. The lock makes a
 * concurrent change of the owner wait, so that it deletes this screenshot too.
 */
export async function insertScreenshot(
  tx: Tx,
  { deviceId, userId, orgId, isHourly, distance, ...shot }: NewScreenshot,
  isDifferent: boolean,
): Promise<void> {
  const { rows } = await sql`
    insert into device_screenshots (id, device_id, taken_at, is_capture, is_hourly, media_id, distance, width, height, bytes)
    select ${shot.id}, id, ${shot.takenAt}, ${shot.isCapture}, ${isHourly}, ${shot.mediaId}::uuid, ${distance}::real, ${shot.width}, ${shot.height}, ${shot.bytes}
    from devices where id = ${deviceId} and user_id = ${userId} and org_id is not distinct from ${orgId}::uuid for share returning id`.execute(
    tx,
  );
  if (rows.length === 0) return;
  const kept = isHourly ? SCREENSHOT_LIMITS.keptHourly : SCREENSHOT_LIMITS.kept;
  await sql`
    delete from device_screenshots where device_id = ${deviceId} and is_hourly = ${isHourly} and id <= (
      select id from device_screenshots where device_id = ${deviceId} and is_hourly = ${isHourly} order by id desc offset ${kept} limit 1)`.execute(
    tx,
  );
  if (distance !== null)
    await tx
      .updateTable('screenshot_states')
      .set({ differs: isDifferent, compared_at: shot.takenAt })
      .where('device_id', '=', deviceId)
      .execute();
}

/** Deletes the screenshots of devices that have another owner. */
export async function deleteScreenshots(tx: Tx, deviceIds: readonly string[]): Promise<void> {
  await sql`delete from device_screenshots where device_id = any(${toUuidArray([...deviceIds])})`.execute(tx);
  await sql`delete from screenshot_states where device_id = any(${toUuidArray([...deviceIds])})`.execute(tx);
}
