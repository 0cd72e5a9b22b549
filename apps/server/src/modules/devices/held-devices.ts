import { sql } from 'kysely';
import { type Db, type Tx, uuids } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { authorizeSome, type Person } from '../access/index.ts';
import { holdAccounts } from '../entitlements/index.ts';
import { audienceOf } from '../organisations/index.ts';

/** A device that stays as it is until the transaction ends. */
export interface HeldDevice {
  id: string;
  screen_id: string;
  user_id: string;
  org_id: string | null;
  /** Who hears of it. */
  audience: string[];
}

/** Those of these devices that are there for this person, held in order of their ids. NOT_FOUND when none is. */
export async function holdDevices(tx: Tx, actor: Person, ids: readonly string[]): Promise<HeldDevice[]> {
  const { rows } = await sql<HeldDevice>`
    select id, screen_id, user_id, org_id, ${audienceOf('devices')} as audience from devices
    where id = any(${uuids([...ids])}) order by id for update`.execute(tx);
  const allowed = new Set(
    await authorizeSome(
      tx,
      actor,
      'device.update',
      rows.map(({ id }) => id),
    ),
  );
  return rows.filter(({ id }) => allowed.has(id));
}

/** With the accounts they count to, and these; before the devices, as everybody holds accounts. CHANGED_MEANWHILE when another account has one by then. */
export async function holdDevicesOfAccounts(
  tx: Tx,
  actor: Person,
  ids: readonly string[],
  accountIds: readonly string[] = [],
): Promise<HeldDevice[]> {
  const owners = new Set([...(await listOwners(tx, ids)), ...accountIds]);
  await holdAccounts(tx, [...owners]);
  const held = await holdDevices(tx, actor, ids);
  if (held.some(({ user_id }) => !owners.has(user_id))) throw new AppError('CHANGED_MEANWHILE');
  return held;
}

async function listOwners(db: Db, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`select distinct user_id from devices where id = any(${uuids([...ids])})`.execute(db);
  return rows.map(({ user_id }) => user_id);
}
