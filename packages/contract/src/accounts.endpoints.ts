import {
  emailVerification,
  forgotBody,
  onboardingBody,
  privacyBody,
  sealingKey,
  signInBody,
  signUpBody,
  stopEmailsQuery,
  user,
  verifyBody,
  verifyQuery,
} from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { resetPasswordBody } from './profile.ts';

export const readSealingKey = endpoint({
  method: 'GET',
  path: '/users/login/key',
  summary: "Returns the server's public key and a one-time nonce for encrypting a password before it is sent.",
  errors: [],
  access: 'public',
  tag: 'accounts',
  result: sealingKey,
});

export const signIn = endpoint({
  method: 'POST',
  path: '/users/login',
  summary: 'Signs in with an email address and a password and returns a session token.',
  description:
    'The token is in the envelope, beside `result`. Send it in the `authorization` header of later requests. When an account with a second factor signs in on a new browser, the response is SECOND_FACTOR_REQUIRED: repeat the call with `code`.',
  errors: [
    'NO_USER_EXISTS',
    'INCORRECT_PASSWORD',
    'USER_DISABLED',
    'ACCOUNT_NOT_VERIFY',
    'SEAL_EXPIRED',
    'SECOND_FACTOR_REQUIRED',
    'SECOND_FACTOR_INVALID',
  ],
  access: 'public',
  tag: 'accounts',
  body: signInBody,
  result: user,
});

export const signOut = endpoint({
  method: 'POST',
  path: '/users/logout',
  summary: 'Ends the current session.',
  errors: [],
  access: 'session',
  beforeConsent: true,
  tag: 'accounts',
});

export const signUp = endpoint({
  method: 'POST',
  path: '/users',
  summary: 'Creates an account and emails a link that verifies its address.',
  errors: ['EMAIL_TAKEN', 'SEAL_EXPIRED'],
  access: 'public',
  tag: 'accounts',
  body: signUpBody,
  result: user,
  status: 201,
});

export const verifyEmail = endpoint({
  method: 'PUT',
  path: '/users/email/verify',
  summary: 'Confirms an email address with an emailed link, or checks whether a password reset link is still valid.',
  errors: ['LINK_EXPIRED', 'EMAIL_TAKEN'],
  access: 'public',
  tag: 'accounts',
  query: verifyQuery,
  body: verifyBody,
  result: emailVerification,
});

export const requestAccountEmail = endpoint({
  method: 'PUT',
  path: '/users/forgot/password',
  summary: 'Emails a new verification link or a password reset link, without revealing whether the account exists.',
  errors: [],
  access: 'public',
  tag: 'accounts',
  body: forgotBody,
});

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/reset/password',
  summary: 'Sets a new password with an emailed reset link and ends all sessions of the account.',
  errors: ['LINK_EXPIRED', 'SEAL_EXPIRED'],
  access: 'public',
  tag: 'accounts',
  body: resetPasswordBody,
});

export const setPrivacy = endpoint({
  method: 'PUT',
  path: '/users/privecy/:userId',
  summary: 'Records whether the user accepts the privacy agreement.',
  errors: ['NOT_FOUND'],
  access: 'session',
  beforeConsent: true,
  tag: 'accounts',
  body: privacyBody,
});

export const setOnboardingEnded = endpoint({
  method: 'PUT',
  path: '/users/welcome/:userId',
  summary: 'Hides the getting-started steps of an account, or shows them again.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'accounts',
  body: onboardingBody,
});

export const readUser = endpoint({
  method: 'GET',
  path: '/users/:userId',
  summary: 'Returns an account with its profile, picture and families.',
  errors: ['NOT_FOUND'],
  access: 'session',
  beforeConsent: true,
  tag: 'accounts',
  result: user,
});

export const stopEmails = endpoint({
  method: 'POST',
  path: '/emails/stop',
  summary: 'Ends emails of the kind that contained the token.',
  description: 'Email programs call it without a page, as RFC 8058 describes. The body is ignored.',
  errors: ['LINK_EXPIRED'],
  access: 'public',
  tag: 'accounts',
  query: stopEmailsQuery,
});
