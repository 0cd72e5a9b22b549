import { getSession, isAdministrator } from '../lib/session.ts';

/** Where one goes after signing in: the albums, and for administrators their own profile. */
export function landing(): { to: '/main' | '/main/profile'; search: { open: boolean } } {
  return isAdministrator(getSession()) ? { to: '/main/profile', search: { open: true } } : { to: '/main', search: { open: false } };
}
