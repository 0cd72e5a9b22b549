import { LIMITS, type OrganisationInvitation } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import { authorize, type Person } from '../access/index.ts';
import type { FamilyChanges } from './family-changes.ts';
import { deleteInvitation, deleteInvitationsTo, listInvitations, listInvitationsTo } from './invitations.store.ts';
import { type LockedFamily, lockFamilies, lockFamily } from './locked-families.ts';
import { type CandidateRow, countMembers, findCandidate } from './members.read-model.ts';
import { canBelong, placesOf } from './members.rules.ts';
import { authorizeManage, refuseMembers } from './organisations.access.ts';
import { invitationEnded } from './organisations.events.ts';
import type { OrganisationNudges } from './organisations.nudges.ts';
import { presentInvitation } from './organisations.presenter.ts';
import { lockPeople } from './organisations.store.ts';
import type { OrganisationViewing } from './organisations.viewing.ts';

export interface InvitationsDeps {
  db: Database;
  emit: Emit;
  viewing: OrganisationViewing;
  nudges: OrganisationNudges;
  changes: FamilyChanges;
}

export function createInvitationsService({ db, emit, viewing, nudges, changes }: InvitationsDeps) {
  /** The place was promised when the plan ran, and a plan that ended only stops adding; one with fewer people has no place any more. */
  const hasRoom = async (tx: Tx, { id, owner }: LockedFamily): Promise<boolean> => {
    const plan = await viewing.planOf(tx, owner.id);
    return (await countMembers(tx, id)) < (plan.isRunning ? placesOf(plan) : LIMITS.familyMembers);
  };

  /** The family whose invitation is the oldest, of those that have room. */
  const choose = async (tx: Tx, person: CandidateRow, families: LockedFamily[]): Promise<LockedFamily | undefined> => {
    if (!canBelong(person) || person.org_ids.length > 0) return undefined;
    for (const family of families) if (await hasRoom(tx, family)) return family;
    return undefined;
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
        if (!(await deleteInvitation(tx, orgId, id))) throw new AppError('NOT_FOUND');
        await nudges.tellOf(tx, orgId);
      }),

    /** The address is proven to be this person's: they join the family that invited it first, and the other invitations end. */
    async joinInvited(tx: Tx, userId: string, address: string): Promise<void> {
      const email = address.toLowerCase();
      if ((await listInvitationsTo(tx, email)).length === 0) return;
      await lockPeople(tx, [userId]);
      const orgIds = (await listInvitationsTo(tx, email)).map(({ org_id }) => org_id);
      const locked = await lockFamilies(tx, orgIds);
      // Some of them may have been withdrawn until they were held.
      const still = await listInvitationsTo(tx, email);
      const families = still.flatMap(({ org_id }) => locked.find(({ id }) => id === org_id) ?? []);
      const person = await findCandidate(tx, userId);
      if (families.length === 0 || !person) return;
      await deleteInvitationsTo(
        tx,
        families.map(({ id }) => id),
        email,
      );
      const chosen = await choose(tx, person, families);
      if (chosen) await changes.join(tx, chosen, person, { wasInvited: true });
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
