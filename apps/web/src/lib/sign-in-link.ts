import type { User } from '@vitrine/contract/accounts';
import { readUser } from '@vitrine/contract/accounts.endpoints';
import { setMediaCookie } from '@vitrine/contract/profile.endpoints';
import { call } from './api-client.ts';
import { AppError } from './app-error.ts';
import { endSession, getSession, type Session, startSession } from './session.ts';

/** Query parameters of a sign-in link (specification 1 §2.2, last line). */
const SIGN_IN_PARAMS = ['auth', 'userId', 'role', 'platform', 'prevUrl'] as const;
type SignInLinkParams = Partial<Record<(typeof SIGN_IN_PARAMS)[number], string>>;

/**
 * Splits the parameters from the rest of the query. Without `auth` a userId stays: every address under /main has one.
 */
export function parseSignInLink(search: string): { arrival: SignInLinkParams; search: string } {
  const params = new URLSearchParams(search);
  const arrival: SignInLinkParams = {};
  for (const name of SIGN_IN_PARAMS) {
    const value = params.get(name);
    if (value) arrival[name] = value;
    if (name !== 'userId' || params.has('auth') || arrival.auth) params.delete(name);
  }
  const rest = params.toString();
  return { arrival, search: rest ? `?${rest}` : '' };
}

export interface ArrivalQuestion {
  /** The signed-in account, if any. */
  current: Session | null;
  /** The account that the link signs in. */
  next: Pick<User, 'name' | 'email'>;
}

/**
 * Signs in with the token of a sign-in link after the user has confirmed. Without the question, the sender of a link could make another person add photos to
 * the sender's account. A link for the signed-in account needs no confirmation. Returns an error message, if any.
 */
export async function handleSignInLink(confirm: (question: ArrivalQuestion) => Promise<boolean>): Promise<string | undefined> {
  const { arrival, search } = parseSignInLink(window.location.search);
  // Before anything else: a token must stay neither in the history nor in a screenshot.
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${window.location.hash}`);
  const failure = arrival.auth ? await startSessionFromToken(arrival.auth, arrival, confirm) : undefined;
  if (failure === DECLINED) return undefined;
  if (arrival.prevUrl && /^(https?:\/\/|\/)/.test(arrival.prevUrl)) localStorage.setItem('prevUrl', arrival.prevUrl);
  if (arrival.platform && !getSession()) localStorage.setItem('platform', arrival.platform === 'WV' ? 'WV' : 'PP');
  return failure;
}

const DECLINED = 'declined';

async function startSessionFromToken(
  token: string,
  { userId, role }: SignInLinkParams,
  confirm: (question: ArrivalQuestion) => Promise<boolean>,
): Promise<string | undefined> {
  if (!userId) return 'This sign-in link is incomplete. Please sign in.';
  const current = getSession();
  try {
    if (current?.userId !== userId) {
      // Reading changes nothing: the cookie for pictures is set only after the user agreed.
      const next = await call(readUser, { params: { userId }, token });
      if (!(await confirm({ current, next }))) return DECLINED;
    }
    // Returns the token's own account: an administrator's token could read any account by its id.
    const user = await call(setMediaCookie, { token });
    if (user._id !== userId || (role && role !== user.role)) return 'This sign-in link isn’t valid. Please sign in.';
    // Remove everything that belongs to the previous account.
    if (getSession() && getSession()?.userId !== user._id) endSession();
    startSession(token, user);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NETWORK') return error.message;
    return 'This sign-in link has expired. Please sign in.';
  }
}
