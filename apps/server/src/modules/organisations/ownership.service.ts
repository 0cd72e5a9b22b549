import type { handOverBody, Organisation } from '@vitrine/contract';
import type { z } from 'zod';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, type Person } from '../access/index.ts';
import type { PasswordProofs } from '../accounts/index.ts';
import type { FamilyChanges } from './family-changes.ts';
import { copyFormerMembers } from './former-members.store.ts';
import { handOverInvitations } from './invitations.store.ts';
import { type LockedFamily, lockFamilies, lockFamily } from './locked-families.ts';
import { type KnownName, listNames } from './members.read-model.ts';
import { swapOwner } from './members.store.ts';
import { authorizeManage, refuseMembers } from './organisations.access.ts';
import { organisationDissolving, organisationHandedOver } from './organisations.events.ts';
import { becameOwnerMail, newOwnerMail } from './organisations.mails.ts';
import type { OrganisationNudges } from './organisations.nudges.ts';
import { listMemberships } from './organisations.read-model.ts';
import { deleteOrganisation, updateOrganisation } from './organisations.store.ts';
import type { OrganisationViewing } from './organisations.viewing.ts';

export interface OwnershipDeps {
  db: Database;
  emit: Emit;
  publicUrl: string;
  proofs: PasswordProofs;
  viewing: OrganisationViewing;
  nudges: OrganisationNudges;
  changes: FamilyChanges;
  /** What people could see they may not see any more. Called once that is committed. */
  forgetGrants: () => void;
}

const OWNER_ELSEWHERE =
  'The current owner is also a member of another family. A person can’t be a member of two families, so they need to leave the other family first.';

export function createOwnershipService(deps: OwnershipDeps) {
  const { db, proofs, viewing, nudges, changes, emit, forgetGrants } = deps;

  const dissolve = async (tx: Tx, family: LockedFamily): Promise<void> => {
    const members = await listNames(tx, family.id);
    for (const person of members) await changes.leave(tx, family, person, 'dissolved');
    await emit(tx, organisationDissolving, { orgId: family.id, name: family.name, ownerId: family.owner.id });
    const memberIds = members.map(({ id }) => id);
    await nudges.tellOf(tx, family.id, memberIds);
    await deleteOrganisation(tx, family.id);
  };

  return {
    /** Whoever asks gives their password. NEXT_OWNER_PLAN, NEXT_OWNER_HAS_FAMILY, and MEMBER_ELSEWHERE where the owner could not stay as a member. */
    async handOver(actor: Person, orgId: string, { userId, password }: z.infer<typeof handOverBody>): Promise<Organisation> {
      // Whoever may not do it anyway is not asked for a password.
      await authorize(db, actor, 'organisation.read', [orgId]);
      await refuseMembers(db, actor, orgId);
      const proof = await proofs.prove(actor, password);
      try {
        return await db.transaction().execute(async (tx) => {
          const family = await lockFamily(tx, orgId, [actor.userId, userId]);
          await authorizeManage(tx, actor, orgId);
          await proof.assertStill(tx);
          const next = await assertMayOwn(tx, deps, family, userId);
          await handOver(tx, deps, family, next);
          await nudges.tellOf(tx, orgId);
          return viewing.organisation(tx, orgId, actor.userId);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('NEXT_OWNER_HAS_FAMILY', undefined, { cause: error });
        throw error;
      }
    },

    async dissolve(actor: Person, orgId: string): Promise<void> {
      await db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        const family = await lockFamily(tx, orgId, []);
        await authorizeManage(tx, actor, orgId);
        await dissolve(tx, family);
      });
      forgetGrants();
    },

    /** The account goes, and is held: its family with it, and its place in another one. */
    async removeOfAccount(tx: Tx, userId: string): Promise<void> {
      const orgIds = (await listMemberships(tx, userId)).map(({ id }) => id);
      for (const family of await lockFamilies(tx, orgIds)) {
        if (family.owner.id === userId) {
          await dissolve(tx, family);
          continue;
        }
        // Removed by now, where they are not found any more.
        const person = (await listNames(tx, family.id)).find(({ id }) => id === userId);
        if (!person) continue;
        await changes.leave(tx, family, person, 'accountGone');
        await nudges.tellOf(tx, family.id);
      }
    },
  };
}

export type OwnershipService = ReturnType<typeof createOwnershipService>;

async function assertMayOwn(tx: Tx, { viewing }: OwnershipDeps, family: LockedFamily, userId: string): Promise<KnownName> {
  const next = (await listNames(tx, family.id)).find(({ id }) => id === userId);
  if (!next) throw new AppError('NOT_FOUND');
  if ((await listMemberships(tx, userId)).some(({ orgRole }) => orgRole === 'owner')) throw new AppError('NEXT_OWNER_HAS_FAMILY');
  if (!(await viewing.planOf(tx, userId)).isRunning) throw new AppError('NEXT_OWNER_PLAN');
  const isMemberElsewhere = (await listMemberships(tx, family.owner.id)).some(({ orgRole }) => orgRole === 'subAdmin');
  if (isMemberElsewhere) throw new AppError('MEMBER_ELSEWHERE', OWNER_ELSEWHERE);
  return next;
}

async function handOver(
  tx: Tx,
  { viewing, emit, changes, publicUrl }: OwnershipDeps,
  family: LockedFamily,
  next: KnownName,
): Promise<void> {
  const { id: orgId, name, owner } = family;
  await swapOwner(tx, orgId, owner.id, next.id);
  await handOverInvitations(tx, orgId, next.id);
  await copyFormerMembers(tx, orgId, owner.id, next.id);
  await updateOrganisation(tx, orgId, { subscription_id: await viewing.subscriptionIdOf(tx, next.id) });
  await emit(tx, organisationHandedOver, {
    orgId,
    name,
    fromId: owner.id,
    fromName: owner.name,
    toId: next.id,
    toName: next.name,
  });
  const facts = { familyName: name, fromName: owner.name, toName: next.name, publicUrl };
  await changes.mail(tx, next, (to) => becameOwnerMail(to, facts));
  for (const person of await listNames(tx, orgId)) await changes.mail(tx, person, (to) => newOwnerMail(to, facts));
}
