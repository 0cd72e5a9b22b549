import { setMediaCookie } from '@vitrine/contract/profile.endpoints';
import { call } from './api-client.ts';
import { AppError } from './app-error.ts';
import { endSession, getSession, type Session, startSession } from './session.ts';

/** Query parameters of a sign-in link (specification 1 §2.2, last line). */
const NAMES = ['auth', 'userId', 'role', 'platform', 'prevUrl'] as const;
type Arrival = Partial<Record<(typeof NAMES)[number], string>>;

/**
 * Splits the parameters from the rest of the query. Without `auth` a userId stays: every address under /main has one.
 */
export function readArrival(search: string): { arrival: Arrival; search: string } {
  const params = new URLSearchParams(search);
  const arrival: Arrival = {};
  for (const name of NAMES) {
    const value = params.get(name);
    if (value) arrival[name] = value;
    if (name !== 'userId' || params.has('auth') || arrival.auth) params.delete(name);
  }
  const rest = params.toString();
  return { arrival, search: rest ? `?${rest}` : '' };
}

/**
 * Signs in with the token of a sign-in link, once the server has confirmed whose it is. A user id or role in the address
 * that differs from the server's makes the link invalid. While somebody else is signed in, `mayReplace` asks them first: otherwise whoever sends
 * a link could have another's pictures put into an account of their own. Resolves with an error message, if any.
 */
export async function handleArrival(mayReplace: (current: Session) => Promise<boolean>): Promise<string | undefined> {
  const { arrival, search } = readArrival(window.location.search);
  // Before anything else: a token must stay neither in the history nor in a screenshot.
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${window.location.hash}`);
  const current = getSession();
  const isSomebodyElse = current !== null && current.userId !== arrival.userId;
  if (arrival.auth && isSomebodyElse && !(await mayReplace(current))) return undefined;
  const failure = arrival.auth ? await startSessionOf(arrival.auth, arrival) : undefined;
  if (arrival.prevUrl && /^(https?:\/\/|\/)/.test(arrival.prevUrl)) localStorage.setItem('prevUrl', arrival.prevUrl);
  if (arrival.platform && !getSession()) localStorage.setItem('platform', arrival.platform === 'WV' ? 'WV' : 'PP');
  return failure;
}

async function startSessionOf(token: string, { userId, role }: Arrival): Promise<string | undefined> {
  if (!userId) return 'This sign-in link is incomplete. Please sign in.';
  try {
    // The token's own person: an administrator's token could read anybody's account by its id.
    const user = await call(setMediaCookie, { token });
    if (user._id !== userId || (role && role !== user.role)) return 'This sign-in link is not valid. Please sign in.';
    // Nothing of whoever was here before stays.
    if (getSession() && getSession()?.userId !== user._id) endSession();
    startSession(token, user);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NETWORK') return error.message;
    return 'This sign-in link has expired. Please sign in.';
  }
}
