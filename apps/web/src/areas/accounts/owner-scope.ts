import { getEffectiveAccount } from '../../lib/effective-mode.ts';
import { getSession, isAdministrator } from '../../lib/session.ts';

/** Owner of listed objects: an organisation in that effective mode, otherwise a user (specification 1 §6). */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** Returns the query parameters of a list. With an organisation, the list contains its shared objects and the user's own; otherwise only the user's own. */
export const toOwnerQuery = ({ userId, orgId }: OwnerScope) => (orgId ? { orgId } : { userId });

/** Returns the cache key of an owner's list. Lists differ between the personal and the organisation mode. */
export const getOwnerKey = ({ userId, orgId }: OwnerScope): string => orgId ?? userId;

interface OwnerParams {
  userId?: string;
  orgId?: string;
}

/**
 * Returns the owner of new objects as request parameters: the account that an administrator views (from the URL), or a member's organisation. Empty when
 * users create their own objects.
 */
export function getNewItemOwner(search = window.location.search): OwnerParams {
  const session = getSession();
  if (!session) return {};
  const viewedUserId = new URLSearchParams(search).get('userId');
  if (isAdministrator(session) && viewedUserId && viewedUserId !== session.userId) return { userId: viewedUserId };
  const { orgId } = getEffectiveAccount(session.orgs, session.accountType);
  return orgId ? { orgId } : {};
}

/** Returns the account through which a deleted object is restored. The user's own account also covers a family's objects; an administrator uses the owner's. */
export function getRestoreAccountId(ownerId: string): string {
  const session = getSession();
  return session && !isAdministrator(session) ? session.userId : ownerId;
}
