import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getLandingPage } from '../areas/accounts/landing.ts';
import { resetPasswordSearch, signInSearch, signUpSearch, verifyEmailSearch } from '../areas/accounts/search-params.ts';
import { sharedSearch } from '../areas/albums/shared-search.ts';
import { getSession } from '../lib/session.ts';
import { rootRoute } from './root-route.ts';

const redirectWhenSignedIn = () => {
  if (getSession()) throw redirect(getLandingPage());
};

const publicRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'public',
  component: lazyRouteComponent(() => import('../areas/site/pages/public-layout.tsx'), 'PublicLayout'),
});
const homeRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/',
  component: lazyRouteComponent(() => import('../areas/site/pages/home.tsx'), 'HomePage'),
});
const aboutRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/aboutUs',
  component: lazyRouteComponent(() => import('../areas/site/pages/about.tsx'), 'AboutPage'),
});
const pricingRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/pricing',
  component: lazyRouteComponent(() => import('../areas/site/pages/pricing.tsx'), 'PricingPage'),
});
const faqRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/faq',
  component: lazyRouteComponent(() => import('../areas/site/pages/faq.tsx'), 'FaqPage'),
});
const connectRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/connect',
  component: lazyRouteComponent(() => import('../areas/site/pages/connect.tsx'), 'ConnectPage'),
});
const cookieRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/cookie',
  component: lazyRouteComponent(() => import('../areas/site/pages/cookies.tsx'), 'CookiePage'),
});
const privacyRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/privacy',
  component: lazyRouteComponent(() => import('../areas/site/pages/privacy.tsx'), 'PrivacyPage'),
});
const sitemapRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sitemap',
  component: lazyRouteComponent(() => import('../areas/site/pages/sitemap.tsx'), 'SitemapPage'),
});
const loginRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/login',
  validateSearch: signInSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/login.tsx'), 'LoginPage'),
});
const signUpRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/signup',
  validateSearch: signUpSearch,
  beforeLoad: redirectWhenSignedIn,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/signup.tsx'), 'SignUpPage'),
});
const verificationRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verification',
  component: lazyRouteComponent(() => import('../areas/accounts/pages/verification.tsx'), 'VerificationPage'),
});
const verifyEmailRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/verify-email',
  validateSearch: verifyEmailSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/verify-email.tsx'), 'VerifyEmailPage'),
});
const forgotPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/forgot-password',
  component: lazyRouteComponent(() => import('../areas/accounts/pages/forgot-password.tsx'), 'ForgotPasswordPage'),
});
const resetPasswordRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reset-password',
  validateSearch: resetPasswordSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/reset-password.tsx'), 'ResetPasswordPage'),
});

/** Without the site around it: who opens a link came for the pictures. */
export const sharedRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/shared/$token',
  validateSearch: sharedSearch,
  component: lazyRouteComponent(() => import('../areas/albums/pages/shared-album.tsx'), 'SharedAlbumPage'),
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
