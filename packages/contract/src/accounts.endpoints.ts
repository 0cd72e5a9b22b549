import {
  forgotBody,
  privacyBody,
  sealingKey,
  signInBody,
  signUpBody,
  user,
  verifiedEmail,
  verifyBody,
  verifyQuery,
  welcomeBody,
} from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { resetPasswordBody } from './profile.ts';

/** The key that passwords are sealed for. */
export const readSealingKey = endpoint({ method: 'GET', path: '/users/login/key', access: 'public', tag: 'accounts', result: sealingKey });

/** Answers the token beside the result. */
export const signIn = endpoint({ method: 'POST', path: '/users/login', access: 'public', tag: 'accounts', body: signInBody, result: user });

export const signOut = endpoint({ method: 'POST', path: '/users/logout', access: 'session', beforeConsent: true, tag: 'accounts' });

export const signUp = endpoint({
  method: 'POST',
  path: '/users',
  access: 'public',
  tag: 'accounts',
  body: signUpBody,
  result: user,
  status: 201,
});

/** Confirms an address, or finds whose password a link would set: says which address it is. */
export const verifyEmail = endpoint({
  method: 'PUT',
  path: '/users/email/verify',
  access: 'public',
  tag: 'accounts',
  query: verifyQuery,
  body: verifyBody,
  result: verifiedEmail,
});

export const requestMail = endpoint({ method: 'PUT', path: '/users/forgot/password', access: 'public', tag: 'accounts', body: forgotBody });

export const resetPassword = endpoint({
  method: 'PUT',
  path: '/users/reset/password',
  access: 'public',
  tag: 'accounts',
  body: resetPasswordBody,
});

export const setPrivacy = endpoint({
  method: 'PUT',
  path: '/users/privecy/:userId',
  access: 'session',
  beforeConsent: true,
  tag: 'accounts',
  body: privacyBody,
});

/** Ends the welcome that the album page begins with, or brings it back. */
export const setWelcome = endpoint({
  method: 'PUT',
  path: '/users/welcome/:userId',
  access: 'session',
  tag: 'accounts',
  body: welcomeBody,
});

export const readUser = endpoint({
  method: 'GET',
  path: '/users/:userId',
  access: 'session',
  beforeConsent: true,
  tag: 'accounts',
  result: user,
});
