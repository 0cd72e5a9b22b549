import { getEffectiveAccount } from '../../lib/effective-mode.ts';
import { getSession, isAdministrator } from '../../lib/session.ts';

export interface OwnerParams {
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
