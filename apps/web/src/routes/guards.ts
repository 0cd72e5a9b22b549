import { notFound, redirect } from '@tanstack/react-router';
import { getLandingPage } from '../areas/accounts/landing.ts';
import { getSession, isAdministrator } from '../lib/session.ts';

/** The partner's shop: for the people of the other platform, and for whoever looks at somebody's account, there is none. */
export const requirePartner = ({ search: { userId } }: { search: { userId: string } }) => {
  const session = getSession();
  const isPartner = session?.platform === 'WV' && session.role !== 'admin' && session.role !== 'support';
  if (!isPartner || userId !== session.userId) throw notFound();
};

/** What only users have: an administrator's profile is smaller. */
export const redirectAdministratorToProfile = () => {
  if (isAdministrator(getSession())) throw redirect({ to: '/main/profile', replace: true });
};

/** An administrator has no albums, pictures or family of their own, only those of the account they look at. */
export function redirectAdministratorToConsole({ search: { userId } }: { search: { userId: string } }): void {
  const session = getSession();
  if (isAdministrator(session) && userId === session?.userId) throw redirect({ ...getLandingPage(), replace: true });
}
