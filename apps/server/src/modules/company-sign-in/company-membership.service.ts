import type { ErrorCode, Role } from '@vitrine/contract';
import type { Logger } from 'pino';
import { autocommit, type Database } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import type { OidcMembership } from '../../platform/oidc/oidc-settings.ts';
import type { ModuleApi } from '../define-module.ts';
import type { organisationsModule } from '../organisations/index.ts';
import type { CompanyPerson } from './company-claims.rules.ts';
import { findLinkedAccount, updateIsMember } from './company-identities.store.ts';

export interface MembershipDeps {
  db: Database;
  log: Logger;
  organisations: ModuleApi<typeof organisationsModule>;
  membership: OidcMembership | null;
}

const ASK_OWNER = 'Ask the owner of the family.';

/** Reasons why a person could not join. They do not prevent the sign-in. */
const NOTICE_BY_ERROR: Partial<Record<ErrorCode, string>> = {
  PLAN_ENDED: `You couldn’t be added to your company’s family, because its plan has ended. ${ASK_OWNER}`,
  MEMBER_LIMIT: `You couldn’t be added to your company’s family, because it has no place left. ${ASK_OWNER}`,
  MEMBER_ELSEWHERE: 'You couldn’t be added to your company’s family, because you’re in another one. Leave it, then sign in again.',
  MEMBER_REFUSED: 'You were in your company’s family before, so you’re not added again without being asked. Its owner can invite you.',
};

/** Makes people members of the company's family, or ends their membership, by their role claim. */
export function createCompanyMembership({ db, log, organisations, membership }: MembershipDeps) {
  const join = async (orgId: string, userId: string): Promise<string | null> => {
    try {
      await organisations.followDirectory({ orgId, userId, isListed: true });
      return null;
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      const notice = NOTICE_BY_ERROR[error.code === 'MEMBER_INVITED_TODAY' ? 'MEMBER_REFUSED' : error.code];
      if (notice !== undefined) return notice;
      log.error({ err: error, orgId }, 'OIDC_ORGANISATION is not the id of a family');
      return null;
    }
  };

  return {
    /** Returns why a listed person could not join; null for all others. */
    async follow(person: CompanyPerson, { userId, role }: { userId: string; role: Role }): Promise<string | null> {
      // Administrators and support cannot be members.
      if (membership === null || role !== 'user') return null;
      const { orgId } = membership;
      const identity = await findLinkedAccount(db, person);
      // Members whom the owner has added stay when the claim does not list them.
      if (!identity || (!person.isListed && !identity.is_member)) return null;
      if (person.isListed) {
        const notice = await join(orgId, userId);
        if (notice === null) await updateIsMember(autocommit(db), person, true);
        return notice;
      }
      await organisations.followDirectory({ orgId, userId, isListed: false });
      await updateIsMember(autocommit(db), person, false);
      return null;
    },
  };
}

export type CompanyMembership = ReturnType<typeof createCompanyMembership>;
