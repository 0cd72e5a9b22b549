import { getEffectiveAccount } from '../../lib/effective-mode.ts';
import { getSession, isAdministrator } from '../../lib/session.ts';

/** Who owns what is listed: an organisation where the effective mode says so, a user otherwise (specification 1 §6). */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** How a list is asked for: an organisation's has what its members share and one's own, a user's only the latter. */
export const toOwnerQuery = ({ userId, orgId }: OwnerScope) => (orgId ? { orgId } : { userId });

/** Under what its answer is kept: it is another one in another mode. */
export const getOwnerKey = ({ userId, orgId }: OwnerScope): string => orgId ?? userId;

interface OwnerParams {
  userId?: string;
  orgId?: string;
}

/**
 * Whose the next new thing is, as it is sent along: the account an administrator looks at (the address says
 * which), or the organisation of a member. Nothing for somebody who makes their own.
 */
export function getNewItemOwner(search = window.location.search): OwnerParams {
  const session = getSession();
  if (!session) return {};
  const asked = new URLSearchParams(search).get('userId');
  if (isAdministrator(session) && asked && asked !== session.userId) return { userId: asked };
  const { orgId } = getEffectiveAccount(session.orgs, session.accountType);
  return orgId ? { orgId } : {};
}

/**
 * Through whose account something deleted is brought back. One's own also leads to what is a family's; an administrator
 * goes through that of the owner.
 */
export function getRestoreAccountId(ownerId: string): string {
  const session = getSession();
  return session && !isAdministrator(session) ? session.userId : ownerId;
}
