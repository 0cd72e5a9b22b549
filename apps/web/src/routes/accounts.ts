import { createRoute, lazyRouteComponent, redirect } from '@tanstack/react-router';
import { getLandingPage } from '../areas/accounts/landing.ts';
import {
  companyAnswerSearch,
  recoverAccountSearch,
  resetPasswordSearch,
  signInSearch,
  signUpSearch,
  stopEmailsSearch,
  verifyEmailSearch,
} from '../areas/accounts/search-params.ts';
import { getSession } from '../lib/session.ts';
import { publicRoute } from './site.ts';

/** The sign-up page is for visitors without a session. */
const redirectWhenSignedIn = () => {
  if (getSession()) throw redirect(getLandingPage());
};

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

const stopEmailsRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/unsubscribe',
  validateSearch: stopEmailsSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/stop-emails.tsx'), 'StopEmailsPage'),
});
/** Address in the emails of reports of earlier versions. */
const stopReportEmailsRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/reports/stop',
  validateSearch: stopEmailsSearch,
  beforeLoad: ({ search }) => {
    throw redirect({ to: '/unsubscribe', search, replace: true });
  },
});

const recoverAccountRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/recover-account',
  validateSearch: recoverAccountSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/recover-account.tsx'), 'RecoverAccountPage'),
});

const companySignInRoute = createRoute({
  getParentRoute: () => publicRoute,
  path: '/sign-in/company',
  validateSearch: companyAnswerSearch,
  component: lazyRouteComponent(() => import('../areas/accounts/pages/company-sign-in.tsx'), 'CompanySignInPage'),
});

export const accountRoutes = [
  stopEmailsRoute,
  stopReportEmailsRoute,
  loginRoute,
  signUpRoute,
  verificationRoute,
  verifyEmailRoute,
  forgotPasswordRoute,
  resetPasswordRoute,
  recoverAccountRoute,
  companySignInRoute,
] as const;
