/**
 * Locks for changes to members and owners of families: first the affected accounts in the order of their ids, then the organisation, then its members. Storage
 * and objects follow, as in actions of members, which lock their memberships first. The deletion of an account locks it and these from the start, so that no
 * deadlock is possible.
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

/** Locks families without their accounts, for changes to an account that is already locked. Missing ones are left out. */
export async function lockOrganisationsWithOwners(tx: Tx, orgIds: readonly string[]): Promise<LockedOrganisation[]> {
  const families: LockedOrganisation[] = [];
  if (orgIds.length === 0) return families;
  for (const organisation of await lockOrganisations(tx, orgIds)) {
    const owner = await findOwnerContact(tx, organisation.id);
    if (owner) families.push({ ...organisation, owner });
  }
  return families;
}

/** Locks for the deletion of an account: its families, all members of the one it owns, and its own membership in the other. */
export async function lockOrganisationsOfUser(tx: Tx, userId: string): Promise<void> {
  const orgIds = (await listMemberships(tx, userId)).map(({ id }) => id);
  if (orgIds.length === 0) return;
  await lockOrganisations(tx, orgIds);
  await lockMembers(tx, userId);
}

/** Locks a family with all members, its owner's account and the given ones. NOT_FOUND when it does not exist. */
export async function lockOrganisationWithMembers(tx: Tx, orgId: string, userIds: readonly string[]): Promise<LockedOrganisation> {
  const owner = await findOwnerContact(tx, orgId);
  if (!owner) throw new AppError('NOT_FOUND');
  await lockUsers(tx, [owner.id, ...userIds]);
  const [family] = await lockOrganisationsWithOwners(tx, [orgId]);
  if (!family) throw new AppError('NOT_FOUND');
  await lockMembers(tx, family.owner.id);
  return family;
}
