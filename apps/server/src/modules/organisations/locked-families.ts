/**
 * Whoever changes who is in a family, or whose it is, comes one after the other: first the accounts concerned are held, in order of their ids, then
 * the organisation. An account that goes holds itself and these from its beginning, so that neither waits for the other in a circle.
 */
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findOwner, type KnownName } from './members.read-model.ts';
import { lockMembers } from './members.store.ts';
import { listMemberships } from './organisations.read-model.ts';
import { lockOrganisations, lockPeople } from './organisations.store.ts';

export interface LockedFamily {
  id: string;
  name: string;
  owner: KnownName;
}

/** Without accounts: for what happens to an account that is held already. Those that are gone are left out. */
export async function lockFamilies(tx: Tx, orgIds: readonly string[]): Promise<LockedFamily[]> {
  const families: LockedFamily[] = [];
  if (orgIds.length === 0) return families;
  for (const organisation of await lockOrganisations(tx, orgIds)) {
    const owner = await findOwner(tx, organisation.id);
    if (owner) families.push({ ...organisation, owner });
  }
  return families;
}

/** For an account that goes: its families, and all who belong to the one that goes with it, or it alone to the other. */
export async function lockFamiliesOf(tx: Tx, userId: string): Promise<void> {
  const orgIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  if (orgIds.length === 0) return;
  await lockOrganisations(tx, orgIds);
  await lockMembers(tx, userId);
}

/** With its owner's account and these. NOT_FOUND when it is gone. */
export async function lockFamily(tx: Tx, orgId: string, userIds: readonly string[]): Promise<LockedFamily> {
  const owner = await findOwner(tx, orgId);
  if (!owner) throw new AppError('NOT_FOUND');
  await lockPeople(tx, [owner.id, ...userIds]);
  const [family] = await lockFamilies(tx, [orgId]);
  if (!family) throw new AppError('NOT_FOUND');
  return family;
}
