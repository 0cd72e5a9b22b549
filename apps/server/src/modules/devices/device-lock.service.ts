import { sql } from 'kysely';
import { type Db, type Tx, toUuidArray } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { filterAuthorized, type Person } from '../access/index.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { selectAudience } from '../organisations/index.ts';

/** A device that is locked until the transaction ends. */
export interface LockedDevice {
  id: string;
  screen_id: string;
  user_id: string;
  org_id: string | null;
  /** Accounts that are notified. */
  audience: string[];
}

/** Locks those of these devices that the account can use, in the order of their ids. NOT_FOUND when it can use none of them. */
export async function lockDevices(tx: Tx, actor: Person, ids: readonly string[]): Promise<LockedDevice[]> {
  const { rows } = await sql<LockedDevice>`
    select id, screen_id, user_id, org_id, ${selectAudience('devices')} as audience from devices
    where id = any(${toUuidArray([...ids])}) order by id for update`.execute(tx);
  const allowed = new Set(
    await filterAuthorized(
      tx,
      actor,
      'device.update',
      rows.map(({ id }) => id),
    ),
  );
  return rows.filter(({ id }) => allowed.has(id));
}

/**
 * Locks the owners' accounts and the given ones, and then the devices. Accounts are always locked before devices, to avoid deadlocks. CHANGED_MEANWHILE when a
 * device got another owner in the meantime.
 */
export async function lockDevicesWithAccounts(
  tx: Tx,
  actor: Person,
  ids: readonly string[],
  accountIds: readonly string[] = [],
): Promise<LockedDevice[]> {
  const owners = new Set([...(await listOwnerIds(tx, ids)), ...accountIds]);
  await lockAccounts(tx, [...owners]);
  const locked = await lockDevices(tx, actor, ids);
  if (locked.some(({ user_id }) => !owners.has(user_id))) throw new AppError('CHANGED_MEANWHILE');
  return locked;
}

async function listOwnerIds(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select distinct user_id from devices where id = any(${toUuidArray([...ids])})`.execute(
    db,
  );
  return rows.map(({ user_id }) => user_id);
}
