/**
 * Whoever changes who is in a family, or whose it is, comes one after the other: first the accounts concerned are held, in order of their ids, then
 * the organisation. An account that goes holds itself and these from its beginning, so that neither waits for the other in a circle.
 */
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findOwnerContact, type MemberContact } from './members.read-model.ts';
import { lockMembers } from './members.store.ts';
import { listMemberships } from './organisations.read-model.ts';
import { lockOrganisations, lockUsers } from './organisations.store.ts';

export interface LockedOrganisation {
  id: string;
  name: string;
  owner: MemberContact;
}

/** Without accounts: for what happens to an account that is held already. Those that are gone are left out. */
export async function lockOrganisationsWithOwners(tx: Tx, orgIds: readonly string[]): Promise<LockedOrganisation[]> {
  const families: LockedOrganisation[] = [];
  if (orgIds.length === 0) return families;
  for (const organisation of await lockOrganisations(tx, orgIds)) {
    const owner = await findOwnerContact(tx, organisation.id);
    if (owner) families.push({ ...organisation, owner });
  }
  return families;
}

/** For an account that goes: its families, and all who belong to the one that goes with it, or it alone to the other. */
export async function lockOrganisationsOfUser(tx: Tx, userId: string): Promise<void> {
  const orgIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  if (orgIds.length === 0) return;
  await lockOrganisations(tx, orgIds);
  await lockMembers(tx, userId);
}

/** With its owner's account and these. NOT_FOUND when it is gone. */
export async function lockOrganisationWithMembers(tx: Tx, orgId: string, userIds: readonly string[]): Promise<LockedOrganisation> {
  const owner = await findOwnerContact(tx, orgId);
  if (!owner) throw new AppError('NOT_FOUND');
  await lockUsers(tx, [owner.id, ...userIds]);
  const [family] = await lockOrganisationsWithOwners(tx, [orgId]);
  if (!family) throw new AppError('NOT_FOUND');
  return family;
}
