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

/** Where an administrator came from into somebody's account: the list as it was. Ends with the session, as everything kept by the tab. */
const RETURN_URL_KEY = 'wayBack';

export const storeReturnUrl = (): void => sessionStorage.setItem(RETURN_URL_KEY, location.pathname + location.search);

/** The address they came from, once; nothing where they came by themselves. */
export function takeReturnUrl(): string | undefined {
  const kept = sessionStorage.getItem(RETURN_URL_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_URL_KEY);
  return kept;
}
