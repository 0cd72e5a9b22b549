import type { Organisation, transferOrganisationBody } from '@vitrine/contract';
import type { z } from 'zod';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, type Person } from '../access/index.ts';
import type { PasswordConfirmations } from '../accounts/index.ts';
import { type LockedOrganisation, lockOrganisationsWithOwners, lockOrganisationWithMembers } from './family-locks.service.ts';
import { ownerChangedMail, ownershipReceivedMail } from './family-mails.presenter.ts';
import { copyFormerMembers } from './former-members.store.ts';
import { reassignInvitations } from './invitations.store.ts';
import { listMemberContacts, type MemberContact } from './members.read-model.ts';
import { updateOwnership } from './members.store.ts';
import type { MembershipService } from './membership.service.ts';
import { assertNotPlainMember, authorizeOrganisationManagement } from './organisation-access.service.ts';
import type { OrganisationLoader } from './organisation-loader.service.ts';
import { organisationDissolving, organisationLocks, ownershipTransferred } from './organisations.events.ts';
import type { OrganisationNotifier } from './organisations.live.ts';
import { listMemberships } from './organisations.read-model.ts';
import { deleteOrganisation, updateOrganisation } from './organisations.store.ts';

export interface OwnershipDeps extends Pick<Ports, 'port'> {
  db: Database;
  emit: Emit;
  publicUrl: string;
  proofs: PasswordConfirmations;
  loader: OrganisationLoader;
  notifier: OrganisationNotifier;
  changes: MembershipService;
  /** Invalidates cached grants. Called after the commit. */
  clearAccessCache: () => void;
}

const OWNER_IN_OTHER_FAMILY_MESSAGE =
  'The current owner is also a member of another family. A person can’t be a member of two families, so they need to leave the other family first.';

export function createOwnershipService(deps: OwnershipDeps) {
  const { db, proofs, loader, notifier, changes, emit, port, clearAccessCache } = deps;

  const dissolve = async (tx: Tx, family: LockedOrganisation): Promise<void> => {
    await port(organisationLocks)(tx, family.id, [family.owner.id]);
    const members = await listMemberContacts(tx, family.id);
    for (const person of members) await changes.removeMember(tx, family, person, 'dissolved');
    await emit(tx, organisationDissolving, { orgId: family.id, name: family.name, ownerId: family.owner.id });
    const memberIds = members.map(({ id }) => id);
    await notifier.notifyMembers(tx, family.id, memberIds);
    await deleteOrganisation(tx, family.id);
  };

  return {
    /**
     * Transfers the family; requires the caller's password. NEXT_OWNER_PLAN, NEXT_OWNER_HAS_FAMILY, and MEMBER_ELSEWHERE when the owner could not stay as a
     * member.
     */
    async handOver(actor: Person, orgId: string, { userId, password }: z.infer<typeof transferOrganisationBody>): Promise<Organisation> {
      // Callers without permission are not asked for a password.
      await authorize(db, actor, 'organisation.read', [orgId]);
      await assertNotPlainMember(db, actor, orgId);
      const proof = await proofs.confirm(actor, password);
      try {
        return await db.transaction().execute(async (tx) => {
          const family = await lockOrganisationWithMembers(tx, orgId, [actor.userId, userId]);
          await authorizeOrganisationManagement(tx, actor, orgId);
          await proof.assertStillValid(tx);
          const next = await assertCanBecomeOwner(tx, deps, family, userId);
          await transferOwnership(tx, deps, family, next);
          await notifier.notifyMembers(tx, orgId);
          return loader.loadOrganisation(tx, orgId, actor.userId);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('NEXT_OWNER_HAS_FAMILY', undefined, { cause: error });
        throw error;
      }
    },

    async dissolve(actor: Person, orgId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        const family = await lockOrganisationWithMembers(tx, orgId, []);
        await authorizeOrganisationManagement(tx, actor, orgId);
        await dissolve(tx, family);
      });
      clearAccessCache();
    },

    /** Dissolves the family of an account that is being deleted, and ends its membership in another one. The account is locked. */
    async handleAccountDeletion(tx: Tx, userId: string): Promise<void> {
      const orgIds = (await listMemberships(tx, userId)).map(({ id }) => id);
      for (const family of await lockOrganisationsWithOwners(tx, orgIds)) {
        if (family.owner.id === userId) {
          await dissolve(tx, family);
          continue;
        }
        // The member was removed before the lock was acquired.
        const person = (await listMemberContacts(tx, family.id)).find(({ id }) => id === userId);
        if (!person) continue;
        await changes.removeMember(tx, family, person, 'accountGone');
        await notifier.notifyMembers(tx, family.id);
      }
    },
  };
}

export type OwnershipService = ReturnType<typeof createOwnershipService>;

async function assertCanBecomeOwner(tx: Tx, { loader }: OwnershipDeps, family: LockedOrganisation, userId: string): Promise<MemberContact> {
  const next = (await listMemberContacts(tx, family.id)).find(({ id }) => id === userId);
  if (!next) throw new AppError('NOT_FOUND');
  if ((await listMemberships(tx, userId)).some(({ orgRole }) => orgRole === 'owner')) throw new AppError('NEXT_OWNER_HAS_FAMILY');
  if (!(await loader.planOf(tx, userId)).isRunning) throw new AppError('NEXT_OWNER_PLAN');
  const isMemberElsewhere = (await listMemberships(tx, family.owner.id)).some(({ orgRole }) => orgRole === 'subAdmin');
  if (isMemberElsewhere) throw new AppError('MEMBER_ELSEWHERE', OWNER_IN_OTHER_FAMILY_MESSAGE);
  return next;
}

async function transferOwnership(
  tx: Tx,
  { loader, emit, port, changes, publicUrl }: OwnershipDeps,
  family: LockedOrganisation,
  next: MemberContact,
): Promise<void> {
  const { id: orgId, name, owner } = family;
  await port(organisationLocks)(tx, orgId, [owner.id, next.id]);
  await updateOwnership(tx, orgId, owner.id, next.id);
  await reassignInvitations(tx, orgId, next.id);
  await copyFormerMembers(tx, orgId, owner.id, next.id);
  await updateOrganisation(tx, orgId, { subscription_id: await loader.findSubscriptionId(tx, next.id) });
  await emit(tx, ownershipTransferred, {
    orgId,
    name,
    fromId: owner.id,
    fromName: owner.name,
    toId: next.id,
    toName: next.name,
  });
  const facts = { familyName: name, fromName: owner.name, toName: next.name, publicUrl };
  await changes.mail(tx, next, (to) => ownershipReceivedMail(to, facts));
  for (const person of await listMemberContacts(tx, orgId)) await changes.mail(tx, person, (to) => ownerChangedMail(to, facts));
}
