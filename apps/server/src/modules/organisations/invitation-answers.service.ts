import type { InvitationAnswer, OwnInvitation } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import { type Database, isDatabaseError, type Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { Emit } from '../../platform/events.ts';
import type { Person } from '../access/index.ts';
import { type LockedOrganisation, lockOrganisationWithMembers } from './family-locks.service.ts';
import { nextInvitationAfter } from './former-members.rules.ts';
import { setNextInvitation } from './former-members.store.ts';
import { deleteInvitation, findOpenInvitation, listInvitationsOf, setDeclined } from './invitations.store.ts';
import { findCandidate } from './members.read-model.ts';
import { canBeMember } from './members.rules.ts';
import type { MembershipService } from './membership.service.ts';
import type { OrganisationLoader } from './organisation-loader.service.ts';
import { invitationFailed } from './organisations.events.ts';
import type { OrganisationNotifier } from './organisations.live.ts';
import { presentOwnInvitation } from './organisations.presenter.ts';

interface AnswersDeps {
  db: Database;
  emit: Emit;
  clock: Clock;
  loader: OrganisationLoader;
  notifier: OrganisationNotifier;
  changes: MembershipService;
}

const OWN_FAMILY = 'You are in another family. Leave it first, then accept the invitation.';
const NO_PLACE = 'The family has no place left. Ask its owner to make one.';

/** Answers of former members to invitations. Staff who view an account cannot answer in its name. */
export function createInvitationAnswers(deps: AnswersDeps) {
  const { db, emit, clock, notifier } = deps;

  const decline = async (
    tx: Tx,
    { id: orgId, name, owner }: LockedOrganisation,
    invitation: { id: string; email: string; userId: string },
  ) => {
    const now = clock.now();
    await setDeclined(tx, invitation.id, now);
    await setNextInvitation(tx, owner.id, invitation.userId, nextInvitationAfter(now));
    await emit(tx, invitationFailed, { orgId, name, ownerId: owner.id, email: invitation.email, why: 'declined' });
  };

  return {
    list: async ({ userId }: Person): Promise<OwnInvitation[]> => (await listInvitationsOf(db, userId)).map(presentOwnInvitation),

    /** Throws NOT_FOUND for an invitation that is not open or belongs to another person. */
    async answer({ userId }: Person, id: string, answer: InvitationAnswer): Promise<void> {
      try {
        await db.transaction().execute(async (tx) => {
          const found = await findOpenInvitation(tx, id, userId);
          if (!found) throw new AppError('NOT_FOUND');
          const family = await lockOrganisationWithMembers(tx, found.org_id, [userId]);
          // The invitation may have been withdrawn or answered before the lock was acquired.
          const invitation = await findOpenInvitation(tx, id, userId);
          if (!invitation) throw new AppError('NOT_FOUND');
          if (answer === 'accept') await accept(tx, deps, family, id, userId);
          else await decline(tx, family, { id, userId, email: invitation.email });
          await notifier.notifyMembers(tx, family.id, [userId]);
        });
      } catch (error) {
        if (isDatabaseError(error, '23505')) throw new AppError('MEMBER_ELSEWHERE', OWN_FAMILY, { cause: error });
        throw error;
      }
    },
  };
}

export type InvitationAnswers = ReturnType<typeof createInvitationAnswers>;

async function accept(tx: Tx, { loader, changes }: AnswersDeps, family: LockedOrganisation, id: string, userId: string): Promise<void> {
  const person = await findCandidate(tx, userId);
  if (!person || !canBeMember(person)) throw new AppError('MEMBER_REFUSED');
  if (person.org_ids.length > 0) throw new AppError('MEMBER_ELSEWHERE', OWN_FAMILY);
  if (!(await loader.hasMemberCapacity(tx, family))) throw new AppError('MEMBER_LIMIT', NO_PLACE);
  await deleteInvitation(tx, family.id, id);
  await changes.addMember(tx, family, person, 'accepted');
}
