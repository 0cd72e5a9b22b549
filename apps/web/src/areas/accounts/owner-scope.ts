/** Who owns what is listed: an organisation where the effective mode says so, a user otherwise (specification 1 §6). */
export interface OwnerScope {
  userId: string;
  orgId?: string;
}

/** How a list is asked for: an organisation's has what its members share and one's own, a user's only the latter. */
export const toOwnerQuery = ({ userId, orgId }: OwnerScope) => (orgId ? { orgId } : { userId });

/** Under what its answer is kept: it is another one in another mode. */
export const getOwnerKey = ({ userId, orgId }: OwnerScope): string => orgId ?? userId;
