import { getEffectiveAccount } from '../../lib/effective-mode.ts';
import { getSession, isAdministrator } from '../../lib/session.ts';

/** Owner of listed objects: an organisation in that effective mode, otherwise a user (specification 1 §6). */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** Returns the query of a list: an organisation's contains what its members share and the user's own objects, a user's only the latter. */
export const toOwnerQuery = ({ userId, orgId }: OwnerScope) => (orgId ? { orgId } : { userId });

/** Under what its answer is kept: it is another one in another mode. */
export const getOwnerKey = ({ userId, orgId }: OwnerScope): string => orgId ?? userId;

interface OwnerParams {
  userId?: string;
  orgId?: string;
}

/**
 * Returns the owner of new objects as request parameters: the account an administrator views (from the address), or a member's organisation. Empty for users
 * who create their own.
 */
export function getNewItemOwner(search = window.location.search): OwnerParams {
  const session = getSession();
  if (!session) return {};
  const asked = new URLSearchParams(search).get('userId');
  if (isAdministrator(session) && asked && asked !== session.userId) return { userId: asked };
  const { orgId } = getEffectiveAccount(session.orgs, session.accountType);
  return orgId ? { orgId } : {};
}

/** Returns the account through which a deleted object is restored. The user's own account also covers a family's objects; an administrator uses the owner's. */
export function getRestoreAccountId(ownerId: string): string {
  const session = getSession();
  return session && !isAdministrator(session) ? session.userId : ownerId;
}
