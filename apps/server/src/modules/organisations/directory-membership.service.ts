import { isDatabaseError } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { lockOrganisationWithMembers } from './family-locks.service.ts';
import { findCandidate, findRole, listMemberContacts } from './members.read-model.ts';
import { addPlannedMembers, buildAddPlan, type MembersDeps } from './members.service.ts';

export interface DirectoryEntry {
  orgId: string;
  userId: string;
  /** Whether the company's directory lists the person as a member. */
  isListed: boolean;
}

/** Follows the directory of a company, which decides who is a member of its family. It cannot change the owner. */
export function createDirectoryMembership(deps: MembersDeps) {
  const { db, changes, notifier, clearAccessCache } = deps;

  const join = (orgId: string, userId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const family = await lockOrganisationWithMembers(tx, orgId, [userId]);
      if (await findRole(tx, orgId, userId)) return;
      const person = await findCandidate(tx, userId);
      if (!person) throw new AppError('NOT_FOUND');
      const plan = await buildAddPlan(tx, deps, family.owner.id, family, [person.email]);
      // A sign-in is no consent. The owner can invite the person, who then accepts or declines in the app.
      if (plan.asked.length > 0) throw new AppError('MEMBER_REFUSED');
      await addPlannedMembers(tx, deps, family, plan);
      await notifier.notifyMembers(tx, orgId);
    });

  const leave = (orgId: string, userId: string): Promise<void> =>
    db.transaction().execute(async (tx) => {
      const family = await lockOrganisationWithMembers(tx, orgId, [userId]);
      const person = (await listMemberContacts(tx, orgId)).find(({ id }) => id === userId);
      if (!person) return;
      await changes.removeMember(tx, family, person, 'removed');
      await notifier.notifyMembers(tx, orgId, [userId]);
    });

  return {
    /**
     * Makes a listed person a member and ends the membership of another one. Throws NOT_FOUND for an unknown family, and what refuses a member: PLAN_ENDED,
     * MEMBER_LIMIT, MEMBER_ELSEWHERE, MEMBER_REFUSED, MEMBER_INVITED_TODAY.
     */
    async follow({ orgId, userId, isListed }: DirectoryEntry): Promise<void> {
      try {
        await (isListed ? join(orgId, userId) : leave(orgId, userId));
      } catch (error) {
        // The account joined another family in a way that locked neither.
        if (isDatabaseError(error, '23505')) throw new AppError('MEMBER_ELSEWHERE', undefined, { cause: error });
        throw error;
      }
      if (!isListed) clearAccessCache();
    },
  };
}
