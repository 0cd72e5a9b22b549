import { useMainSearch } from '../../lib/main-search.ts';
import { useEffectiveAccount, useSession } from '../../lib/session.ts';

export interface AccountInView {
  /** Account whose pages are shown: the user's own, or the one an administrator views. */
  userId: string;
  /** Organisation of a member's lists. */
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

/** Address from which an administrator opened another account, with the state of the list. Stored for the session. */
const RETURN_URL_KEY = 'wayBack';

export const storeReturnUrl = (): void => sessionStorage.setItem(RETURN_URL_KEY, location.pathname + location.search);

/** Returns the stored address once; undefined when the administrator came another way. */
export function takeReturnUrl(): string | undefined {
  const kept = sessionStorage.getItem(RETURN_URL_KEY) ?? undefined;
  sessionStorage.removeItem(RETURN_URL_KEY);
  return kept;
}
