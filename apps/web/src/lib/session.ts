import type { Role, User } from '@vitrine/contract/accounts';
import { LIMITS } from '@vitrine/contract/limits';
import type { SessionEndReason } from '@vitrine/contract/session-activity';
import { useSyncExternalStore } from 'react';
import { type AccountType, type EffectiveAccount, getEffectiveAccount, type Membership } from './effective-mode.ts';
import {
  PASSKEY_USED_KEY,
  STORED_NAMES,
  type StoredValues,
  toStoredMemberships,
  toStoredProfile,
  toStoredSession,
} from './stored-session.ts';

export interface Session {
  token: string;
  userId: string;
  role: Role;
  isSuperAdmin: boolean;
  name: string;
  email: string;
  /** Key of the picture, or nothing. */
  profilePic: string;
  platform: 'PP' | 'WV';
  orgs: readonly Membership[];
  accountType: AccountType;
  /** Milliseconds since 1970. */
  signedInAt: number;
}

const listeners = new Set<() => void>();
/** Why the last session ended without the user's request. `expired`: after 24 hours. `revoked`: the server refused its token without a reason. */
export type SessionEnd = 'expired' | 'revoked' | SessionEndReason;
let lastEnd: SessionEnd | null = null;

/** Returns why the last session of this page ended; null when the user signed out, or had none. */
export const getLastSessionEnd = (): SessionEnd | null => lastEnd;

const isExpired = (signedInAt: number): boolean => Date.now() - signedInAt >= LIMITS.sessionMs;

let currentSession: Session | null = readSession();

function readSession(): Session | null {
  const token = localStorage.getItem('token');
  const userId = localStorage.getItem('userId');
  const signedInAt = Number(localStorage.getItem('signedInAt') ?? 0);
  if (!token || !userId) return null;
  if (isExpired(signedInAt)) {
    lastEnd = 'expired';
    return null;
  }
  return {
    token,
    userId,
    role: (localStorage.getItem('role') as Role | null) ?? 'user',
    isSuperAdmin: localStorage.getItem('superAdmin') === 'true',
    name: localStorage.getItem('name') ?? '',
    email: localStorage.getItem('email') ?? '',
    profilePic: localStorage.getItem('profilePic') ?? '',
    platform: localStorage.getItem('platform') === 'WV' ? 'WV' : 'PP',
    orgs: [...readMembership('orgId', 'orgRole'), ...readMembership('adminSubAdminID', 'adminSubAdminRole')],
    accountType: localStorage.getItem('accountType') === 'family' ? 'family' : 'other',
    signedInAt,
  };
}

function readMembership(idName: string, roleName: string): Membership[] {
  const id = localStorage.getItem(idName);
  return id ? [{ id, orgRole: localStorage.getItem(roleName) === 'owner' ? 'owner' : 'subAdmin' }] : [];
}

function updateSession(next: Session | null) {
  currentSession = next;
  for (const listener of listeners) listener();
}

/** Returns the current session; null after 24 hours. */
export function getSession(): Session | null {
  if (currentSession && isExpired(currentSession.signedInAt)) endSession();
  return currentSession;
}

function writeStoredValues(values: Partial<StoredValues>) {
  for (const name of STORED_NAMES) if (values[name] !== undefined) localStorage.setItem(name, values[name]);
  updateSession(readSession());
}

export function startSession(token: string, user: User): void {
  lastEnd = null;
  writeStoredValues(toStoredSession(token, user));
}

/**
 * Updates the session with new data of the user: name, role, memberships. Does nothing unless `token`, which was used for the request, is still the
 * token of the session: the response may arrive after another sign-in.
 */
export function refreshSession(token: string | undefined, user: User): void {
  if (currentSession?.token !== token || currentSession?.userId !== user._id) return;
  const values = toStoredProfile(user);
  const isNews = Object.entries(values).some(([name, value]) => localStorage.getItem(name) !== value);
  if (isNews) writeStoredValues(values);
}

const getMembershipKey = (orgs: readonly Membership[]): string =>
  orgs
    .map(({ id, orgRole }) => `${id} ${orgRole}`)
    .sort()
    .join();

/** Returns true when both contain the same memberships, in any order. */
export const areSameMemberships = (one: readonly Membership[], other: readonly Membership[]): boolean =>
  getMembershipKey(one) === getMembershipKey(other);

/** Updates the user's memberships, which are in the order of joining. Ignores responses to requests with another token, as `refreshSession` does. */
export function refreshMemberships(token: string | undefined, orgs: readonly Membership[]): void {
  if (currentSession?.token !== token) return;
  if (currentSession && !areSameMemberships(currentSession.orgs, orgs)) writeStoredValues(toStoredMemberships(orgs));
}

export function setAccountType(accountType: AccountType): void {
  if (currentSession) writeStoredValues({ accountType });
}

let isEndedByChoice = false;

/** What belongs to the browser instead of an account: the theme, and whether a passkey was used here. */
const BROWSER_KEYS = ['theme', PASSKEY_USED_KEY];

/** Deletes the session and personal data, but not what belongs to the browser. `isByChoice`: the user signed out. `reason`: why the server ended it. */
export function endSession({
  isByChoice = false,
  reason = 'revoked',
}: {
  isByChoice?: boolean;
  reason?: SessionEnd | undefined;
} = {}): void {
  isEndedByChoice = isByChoice;
  if (isByChoice) lastEnd = null;
  else if (currentSession) lastEnd = isExpired(currentSession.signedInAt) ? 'expired' : reason;
  const kept = BROWSER_KEYS.map((key) => [key, localStorage.getItem(key)] as const);
  localStorage.clear();
  sessionStorage.clear();
  for (const [key, value] of kept) if (value !== null) localStorage.setItem(key, value);
  updateSession(null);
  isEndedByChoice = false;
}

export function onSessionChange(act: () => void): void {
  listeners.add(act);
}

/** Calls `act` when a session ends, also when another account replaces it in another tab. */
export function onSessionEnd(act: (ended: Session, how: { isByChoice: boolean }) => void): void {
  let before = currentSession;
  listeners.add(() => {
    const ended = before;
    before = currentSession;
    if (ended && ended.userId !== currentSession?.userId) act(ended, { isByChoice: isEndedByChoice });
  });
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

// Another tab signed in or out: this one follows.
window.addEventListener('storage', (event) => {
  if (event.key === null || (STORED_NAMES as readonly string[]).includes(event.key)) updateSession(readSession());
});

export const useSession = (): Session | null =>
  useSyncExternalStore(
    subscribe,
    () => currentSession,
    // Prerendered pages have no session.
    () => null,
  );

/** Roles with a console; hosts and advertisers are customers of the partner. The server checks the permissions. */
export const isAdministrator = (session: Session | null): boolean => session?.role === 'admin' || session?.role === 'support';

/** Owner of listed and created objects: an organisation or the user. */
export function useEffectiveAccount(): EffectiveAccount {
  const session = useSession();
  return session ? getEffectiveAccount(session.orgs, session.accountType) : { mode: 'ordinary' };
}

/** For pages behind the sign-in gate of the router. */
export function useUserId(): string {
  return useSession()?.userId ?? '';
}
