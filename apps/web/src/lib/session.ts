import type { Role, User } from '@vitrine/contract/accounts';
import { LIMITS } from '@vitrine/contract/limits';
import { useSyncExternalStore } from 'react';

export interface Session {
  token: string;
  userId: string;
  role: Role;
  name: string;
  email: string;
  platform: 'PP' | 'WV';
  /** Milliseconds since 1970. */
  signedInAt: number;
}

/** Names of the stored values are the specification's (1 §3). */
const NAMES = ['token', 'userId', 'role', 'name', 'profilePic', 'orgId', 'orgRole', 'platform', 'email', 'signedInAt'] as const;

const listeners = new Set<() => void>();
let current: Session | null = read();

function read(): Session | null {
  const token = localStorage.getItem('token');
  const userId = localStorage.getItem('userId');
  const signedInAt = Number(localStorage.getItem('signedInAt') ?? 0);
  if (!token || !userId || Date.now() - signedInAt > LIMITS.sessionMs) return null;
  return {
    token,
    userId,
    role: (localStorage.getItem('role') as Role | null) ?? 'user',
    name: localStorage.getItem('name') ?? '',
    email: localStorage.getItem('email') ?? '',
    platform: localStorage.getItem('platform') === 'WV' ? 'WV' : 'PP',
    signedInAt,
  };
}

function announce(next: Session | null) {
  current = next;
  for (const listener of listeners) listener();
}

/** The session as it is now; one older than 24 hours is none. */
export function getSession(): Session | null {
  if (current && Date.now() - current.signedInAt > LIMITS.sessionMs) endSession();
  return current;
}

export function startSession(token: string, user: User): void {
  const organisation = user.orgs[0];
  const values: Record<(typeof NAMES)[number], string> = {
    token,
    userId: user._id,
    role: user.role,
    name: user.name,
    email: user.email,
    profilePic: user.profilePicture?.key ?? '',
    orgId: organisation?.id ?? '',
    orgRole: organisation?.orgRole ?? '',
    platform: user.platform,
    signedInAt: String(Date.now()),
  };
  for (const name of NAMES) localStorage.setItem(name, values[name]);
  announce(read());
}

/** Forgets who was here. What belongs to the browser and not to the person (the theme) stays. */
export function endSession(): void {
  const theme = localStorage.getItem('theme');
  localStorage.clear();
  if (theme) localStorage.setItem('theme', theme);
  announce(null);
}

/** Called whenever somebody was signed in and is no longer. */
export function onSessionEnd(act: () => void): void {
  let wasSignedIn = current !== null;
  listeners.add(() => {
    if (wasSignedIn && !current) act();
    wasSignedIn = current !== null;
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
  if (event.key === null || event.key === 'token') announce(read());
});

export const useSession = (): Session | null => useSyncExternalStore(subscribe, () => current);

/** For screens behind the sign-in gate of the router. */
export function useUserId(): string {
  return useSession()?.userId ?? '';
}
