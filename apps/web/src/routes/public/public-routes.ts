import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getSession } from '../../lib/session.ts';
import { getLandingPage } from '../landing.ts';
import { rootRoute } from '../root-route.ts';
import { resetPasswordSearch, signInSearch, signUpSearch, verifyEmailSearch } from './account/account-search.ts';
import { sharedSearch } from './shared/shared-search.ts';

const redirectWhenSignedIn = () => {
  if (getSession()) throw redirect(getLandingPage());
};

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('./shell/public-layout.tsx'), 'PublicLayout'),
});
const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./home/home.tsx'), 'HomePage'),
});
const aboutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/aboutUs',
  component: lazyRouteComponent(() => import('./about/about.tsx'), 'AboutPage'),
});
const pricingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/pricing',
  component: lazyRouteComponent(() => import('./pricing/pricing.tsx'), 'PricingPage'),
});
const faqRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('./faq/faq.tsx'), 'FaqPage'),
});
const connectRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('./connect/connect.tsx'), 'ConnectPage'),
});
const cookieRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/cookie',
  component: lazyRouteComponent(() => import('./cookie/cookie.tsx'), 'CookiePage'),
});
const privacyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: lazyRouteComponent(() => import('./privacy/privacy.tsx'), 'PrivacyPage'),
});
const sitemapRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sitemap',
  component: lazyRouteComponent(() => import('./sitemap/sitemap.tsx'), 'SitemapPage'),
});
const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('./account/login.tsx'), 'LoginPage'),
});
const signUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: signUpSearch,
  beforeLoad: redirectWhenSignedIn,
  component: lazyRouteComponent(() => import('./account/signup.tsx'), 'SignUpPage'),
});
const verificationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verification',
  component: lazyRouteComponent(() => import('./account/verification.tsx'), 'VerificationPage'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  validateSearch: verifyEmailSearch,
  component: lazyRouteComponent(() => import('./account/verify-email.tsx'), 'VerifyEmailPage'),
});
const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('./account/forgot-password.tsx'), 'ForgotPasswordPage'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  validateSearch: resetPasswordSearch,
  component: lazyRouteComponent(() => import('./account/reset-password.tsx'), 'ResetPasswordPage'),
});

/** Without the site around it: who opens a link came for the pictures. */
export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: sharedSearch,
  component: lazyRouteComponent(() => import('./shared/shared-album.tsx'), 'SharedAlbumPage'),
});

export const publicRoutes = publicRoute.addChildren([
  homeRoute,
  aboutRoute,
  pricingRoute,
  faqRoute,
  connectRoute,
  cookieRoute,
  privacyRoute,
  sitemapRoute,
  loginRoute,
  signUpRoute,
  verificationRoute,
  verifyEmailRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
]);
