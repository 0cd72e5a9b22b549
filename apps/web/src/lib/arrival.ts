import { setMediaCookie } from '@vitrine/contract/profile.endpoints';
import { call } from './api-client.ts';
import { AppError } from './app-error.ts';
import { getSession, startSession } from './session.ts';

/** What an address may bring along at start (specification 1 §2.2, last line). */
const NAMES = ['auth', 'userId', 'role', 'platform', 'prevUrl'] as const;
type Arrival = Partial<Record<(typeof NAMES)[number], string>>;

/**
 * Reads the keys and gives the address without them. Without `auth` a userId stays: there it is
 * the usual key of every address under /main, and proves nothing.
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
 * Takes in who comes with a token, once the server has told whose it is. The role is what the server says;
 * one in the address that differs gives the link away as not made for this person. Answers a complaint, if there is one.
 */
export async function takeInArrival(): Promise<string | undefined> {
  const { arrival, search } = readArrival(window.location.search);
  // Before anything else: a token must stay neither in the history nor in a screenshot.
  window.history.replaceState(window.history.state, '', `${window.location.pathname}${search}${window.location.hash}`);
  if (arrival.prevUrl && /^(https?:\/\/|\/)/.test(arrival.prevUrl)) localStorage.setItem('prevUrl', arrival.prevUrl);
  const failure = arrival.auth ? await takeInToken(arrival.auth, arrival) : undefined;
  if (arrival.platform && !getSession()) localStorage.setItem('platform', arrival.platform === 'WV' ? 'WV' : 'PP');
  return failure;
}

async function takeInToken(token: string, { userId, role }: Arrival): Promise<string | undefined> {
  if (!userId) return 'This sign-in link is incomplete. Please sign in.';
  try {
    // The token's own person: an administrator's token could read anybody's account by its id.
    const user = await call(setMediaCookie, { token });
    if (user._id !== userId || (role && role !== user.role)) return 'This sign-in link is not valid. Please sign in.';
    startSession(token, user);
    return undefined;
  } catch (error) {
    if (error instanceof AppError && error.code === 'NETWORK') return error.message;
    return 'This sign-in link has expired. Please sign in.';
  }
}
