import { useMainSearch } from '../../lib/main-search.ts';
import { useEffectiveAccount, useSession } from '../../lib/session.ts';

export interface AccountInView {
  /** Whose account the pages show: one's own, or the one an administrator looks at. */
  userId: string;
  /** Where a member's lists go by organisation. */
  orgId?: string;
  isOwn: boolean;
}

export function useAccountInView(): AccountInView {
  const session = useSession();
  const { orgId } = useEffectiveAccount();
  const { userId } = useMainSearch();
  const isOwn = userId === session?.userId;
  return { userId, orgId: isOwn ? orgId : undefined, isOwn };
}
