import type { OrganisationInvitation } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, type Person } from '../access/index.ts';
import { type LockedOrganisation, lockOrganisationsWithOwners, lockOrganisationWithMembers } from './family-locks.service.ts';
import { nextInvitationAfter } from './former-members.rules.ts';
import { findDepartures, setNextInvitation } from './former-members.store.ts';
import {
  bindInvitation,
  deleteInvitation,
  deleteInvitationsByEmail,
  deleteInvitationsOf,
  listInvitations,
  listInvitationsByEmail,
} from './invitations.store.ts';
import { type CandidateRow, findCandidate } from './members.read-model.ts';
import { canBeMember } from './members.rules.ts';
import type { MembershipService } from './membership.service.ts';
import { assertNotPlainMember, authorizeOrganisationManagement } from './organisation-access.service.ts';
import type { OrganisationLoader } from './organisation-loader.service.ts';
import { formerMemberInvited, invitationFailed } from './organisations.events.ts';
import type { OrganisationNotifier } from './organisations.live.ts';
import { presentInvitation } from './organisations.presenter.ts';
import { lockUsers } from './organisations.store.ts';

export interface InvitationsDeps {
  db: Database;
  emit: Emit;
  clock: Clock;
  loader: OrganisationLoader;
  notifier: OrganisationNotifier;
  changes: MembershipService;
}

export function createInvitationsService({ db, emit, clock, loader, notifier, changes }: InvitationsDeps) {
  /** The family whose invitation is the oldest, of those that have room. */
  const selectInvitation = async (
    tx: Tx,
    person: CandidateRow,
    families: LockedOrganisation[],
  ): Promise<LockedOrganisation | undefined> => {
    if (!canBeMember(person) || person.org_ids.length > 0) return undefined;
    for (const family of families) if (await loader.hasMemberCapacity(tx, family)) return family;
    return undefined;
  };

  /** Returns false unless the person was a member of a family of this owner. Otherwise makes the invitation one that they must accept. */
  const askFormerMember = async (
    tx: Tx,
    { id: orgId, name, owner }: LockedOrganisation,
    { id: userId }: CandidateRow,
    invitationId: string,
  ): Promise<boolean> => {
    if (!(await findDepartures(tx, owner.id, [userId])).has(userId)) return false;
    await deleteInvitationsOf(tx, orgId, userId);
    await bindInvitation(tx, invitationId, userId);
    await setNextInvitation(tx, owner.id, userId, nextInvitationAfter(clock.now()));
    await emit(tx, formerMemberInvited, { orgId, name, userId, ownerId: owner.id, ownerName: owner.name });
    await notifier.notifyMembers(tx, orgId, [userId]);
    return true;
  };

  return {
    async list(actor: Person, orgId: string): Promise<OrganisationInvitation[]> {
      await assertNotPlainMember(db, actor, orgId);
      await authorize(db, actor, 'organisation.invitations.read', [orgId]);
      return (await listInvitations(db, orgId)).map(presentInvitation);
    },

    withdraw: (actor: Person, orgId: string, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        await lockOrganisationWithMembers(tx, orgId, []);
        await authorizeOrganisationManagement(tx, actor, orgId);
        const deleted = await deleteInvitation(tx, orgId, id);
        if (!deleted) throw new AppError('NOT_FOUND');
        await notifier.notifyMembers(tx, orgId, deleted.user_id === null ? [] : [deleted.user_id]);
      }),

    /**
     * Handles the proof that the address is this person's. They join the family that invited it first, and the other invitations end.
     * Invitations of former members stay open, because a proven address is no consent.
     */
    async acceptInvitationsByEmail(tx: Tx, userId: string, address: string): Promise<void> {
      const email = address.toLowerCase();
      if ((await listInvitationsByEmail(tx, email)).length === 0) return;
      await lockUsers(tx, [userId]);
      const orgIds = (await listInvitationsByEmail(tx, email)).map(({ org_id }) => org_id);
      const locked = await lockOrganisationsWithOwners(tx, orgIds);
      // Some of them may have been withdrawn until they were held.
      const still = await listInvitationsByEmail(tx, email);
      const person = await findCandidate(tx, userId);
      if (!person) return;
      const families: LockedOrganisation[] = [];
      for (const { id, org_id } of still) {
        const family = locked.find((one) => one.id === org_id);
        if (family && !(await askFormerMember(tx, family, person, id))) families.push(family);
      }
      if (families.length === 0) return;
      await deleteInvitationsByEmail(
        tx,
        families.map(({ id }) => id),
        { id: userId, email },
      );
      const chosen = await selectInvitation(tx, person, families);
      if (chosen) await changes.addMember(tx, chosen, person, 'invited');
      const isElsewhere = chosen !== undefined || person.org_ids.length > 0;
      const why = isElsewhere ? 'elsewhere' : canBeMember(person) ? 'full' : 'refused';
      for (const { id, name, owner } of families) {
        if (id !== chosen?.id) await emit(tx, invitationFailed, { orgId: id, name, ownerId: owner.id, email: person.email, why });
        await notifier.notifyMembers(tx, id);
      }
    },
  };
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;
