import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { mainRoute, redirectAdministratorToProfile } from './parent-routes.ts';

const profilePages = () => import('../areas/profile/pages/index.ts');
export const profileRoute = createRoute({
  getParentRoute: () => mainRoute,
  path: '/profile',
  component: lazyRouteComponent(profilePages, 'ProfileLayout'),
});
const profileViewRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/',
  component: lazyRouteComponent(profilePages, 'ProfilePage'),
});
const profileInfoRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/info',
  component: lazyRouteComponent(profilePages, 'ProfilePage'),
});
const changePasswordRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/changePassword',
  component: lazyRouteComponent(profilePages, 'ChangePasswordPage'),
});
const securityRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/security',
  component: lazyRouteComponent(profilePages, 'SecurityPage'),
});
const ftpAccountRoute = createRoute({
  getParentRoute: () => profileRoute,
  path: '/ftpAccount',
  beforeLoad: redirectAdministratorToProfile,
  component: lazyRouteComponent(profilePages, 'FtpAccountPage'),
});

export const profileRoutes = [profileViewRoute, profileInfoRoute, changePasswordRoute, securityRoute, ftpAccountRoute] as const;
