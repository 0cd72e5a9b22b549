import type { OrganisationInvitation } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, type Person } from '../access/index.ts';
import type { FamilyChanges } from './family-changes.ts';
import { nextInvitationAfter } from './former-members.rules.ts';
import { findDepartures, setNextInvitation } from './former-members.store.ts';
import {
  bindInvitation,
  deleteInvitation,
  deleteInvitationsOf,
  deleteInvitationsTo,
  listInvitations,
  listInvitationsTo,
} from './invitations.store.ts';
import { type LockedFamily, lockFamilies, lockFamily } from './locked-families.ts';
import { type CandidateRow, findCandidate } from './members.read-model.ts';
import { canBelong } from './members.rules.ts';
import { authorizeManage, refuseMembers } from './organisations.access.ts';
import { formerMemberInvited, invitationEnded } from './organisations.events.ts';
import type { OrganisationNudges } from './organisations.nudges.ts';
import { presentInvitation } from './organisations.presenter.ts';
import { lockPeople } from './organisations.store.ts';
import type { OrganisationViewing } from './organisations.viewing.ts';

export interface InvitationsDeps {
  db: Database;
  emit: Emit;
  clock: Clock;
  viewing: OrganisationViewing;
  nudges: OrganisationNudges;
  changes: FamilyChanges;
}

export function createInvitationsService({ db, emit, clock, viewing, nudges, changes }: InvitationsDeps) {
  /** The family whose invitation is the oldest, of those that have room. */
  const choose = async (tx: Tx, person: CandidateRow, families: LockedFamily[]): Promise<LockedFamily | undefined> => {
    if (!canBelong(person) || person.org_ids.length > 0) return undefined;
    for (const family of families) if (await viewing.hasRoom(tx, family)) return family;
    return undefined;
  };

  /** Returns false unless the person was a member of a family of this owner. Otherwise makes the invitation one that they must accept. */
  const askFormerMember = async (
    tx: Tx,
    { id: orgId, name, owner }: LockedFamily,
    { id: userId }: CandidateRow,
    invitationId: string,
  ): Promise<boolean> => {
    if (!(await findDepartures(tx, owner.id, [userId])).has(userId)) return false;
    await deleteInvitationsOf(tx, orgId, userId);
    await bindInvitation(tx, invitationId, userId);
    await setNextInvitation(tx, owner.id, userId, nextInvitationAfter(clock.now()));
    await emit(tx, formerMemberInvited, { orgId, name, userId, ownerId: owner.id, ownerName: owner.name });
    await nudges.tellOf(tx, orgId, [userId]);
    return true;
  };

  return {
    async list(actor: Person, orgId: string): Promise<OrganisationInvitation[]> {
      await refuseMembers(db, actor, orgId);
      await authorize(db, actor, 'organisation.invitations.read', [orgId]);
      return (await listInvitations(db, orgId)).map(presentInvitation);
    },

    withdraw: (actor: Person, orgId: string, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'organisation.read', [orgId]);
        await lockFamily(tx, orgId, []);
        await authorizeManage(tx, actor, orgId);
        const deleted = await deleteInvitation(tx, orgId, id);
        if (!deleted) throw new AppError('NOT_FOUND');
        await nudges.tellOf(tx, orgId, deleted.user_id === null ? [] : [deleted.user_id]);
      }),

    /**
     * Handles the proof that the address is this person's. They join the family that invited it first, and the other invitations end.
     * Invitations of former members stay open, because a proven address is no consent.
     */
    async joinInvited(tx: Tx, userId: string, address: string): Promise<void> {
      const email = address.toLowerCase();
      if ((await listInvitationsTo(tx, email)).length === 0) return;
      await lockPeople(tx, [userId]);
      const orgIds = (await listInvitationsTo(tx, email)).map(({ org_id }) => org_id);
      const locked = await lockFamilies(tx, orgIds);
      // Some of them may have been withdrawn until they were held.
      const still = await listInvitationsTo(tx, email);
      const person = await findCandidate(tx, userId);
      if (!person) return;
      const families: LockedFamily[] = [];
      for (const { id, org_id } of still) {
        const family = locked.find((one) => one.id === org_id);
        if (family && !(await askFormerMember(tx, family, person, id))) families.push(family);
      }
      if (families.length === 0) return;
      await deleteInvitationsTo(
        tx,
        families.map(({ id }) => id),
        { id: userId, email },
      );
      const chosen = await choose(tx, person, families);
      if (chosen) await changes.join(tx, chosen, person, 'invited');
      const isElsewhere = chosen !== undefined || person.org_ids.length > 0;
      const why = isElsewhere ? 'elsewhere' : canBelong(person) ? 'full' : 'refused';
      for (const { id, name, owner } of families) {
        if (id !== chosen?.id) await emit(tx, invitationEnded, { orgId: id, name, ownerId: owner.id, email: person.email, why });
        await nudges.tellOf(tx, id);
      }
    },
  };
}

export type InvitationsService = ReturnType<typeof createInvitationsService>;
