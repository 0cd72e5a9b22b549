import { createRootRoute, createRoute, lazyRouteComponent, notFound, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import { getLandingPage } from '../areas/accounts/landing.ts';
import { mainSearch } from '../lib/main-search.ts';
import { getSession, isAdministrator } from '../lib/session.ts';

export const mainRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/main',
  validateSearch: mainSearch,
  search: { middlewares: [retainSearchParams(['userId', 'open'])] },
  beforeLoad: ({ location }) => {
    if (!getSession()) throw redirect({ to: '/login', search: { next: location.href } });
  },
  component: lazyRouteComponent(() => import('../areas/shell/pages/main-layout.tsx'), 'MainLayout'),
});

export const rootRoute = createRootRoute({
  component: Outlet,
  notFoundComponent: lazyRouteComponent(() => import('../areas/site/pages/public-not-found.tsx'), 'PublicNotFound'),
});

/** The partner's shop does not exist for users of the main platform, nor while viewing another account. */
export const requirePartner = ({ search: { userId } }: { search: { userId: string } }) => {
  const session = getSession();
  const isPartner = session?.platform === 'WV' && session.role !== 'admin' && session.role !== 'support';
  if (!isPartner || userId !== session.userId) throw notFound();
};

/** For users only, because an administrator's profile has fewer tabs. */
export const redirectAdministratorToProfile = () => {
  if (isAdministrator(getSession())) throw redirect({ to: '/main/profile', replace: true });
};

/** Administrators have no albums, photos or family. They see those of the account that they view. */
export function redirectAdministratorToConsole({ search: { userId } }: { search: { userId: string } }): void {
  const session = getSession();
  if (isAdministrator(session) && userId === session?.userId) throw redirect({ ...getLandingPage(), replace: true });
}
