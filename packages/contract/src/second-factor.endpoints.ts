import { factorRecoveryBody } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { passwordBody } from './profile.ts';
import { codeBody, factorRecovery, factorRecoveryLink, recoveryCodes, secondFactor, secondFactorSetup } from './second-factor.ts';
import { secondFactorSettings, secondFactorSettingsBody } from './second-factor-settings.ts';

export const readSecondFactor = endpoint({
  method: 'GET',
  path: '/users/second-factor',
  summary: "Returns whether the caller's account has a second factor, and how many recovery codes are left.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: secondFactor,
});

export const setUpSecondFactor = endpoint({
  method: 'POST',
  path: '/users/second-factor/setup',
  summary: 'Creates a secret for an authenticator app, which takes effect when a code confirms it.',
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'SECOND_FACTOR_ON'],
  access: 'session',
  tag: 'profile',
  body: passwordBody,
  result: secondFactorSetup,
});

export const confirmSecondFactor = endpoint({
  method: 'POST',
  path: '/users/second-factor',
  summary: 'Turns on the second factor with a code from the app, returns the recovery codes and ends all other sessions.',
  errors: ['SECOND_FACTOR_INVALID', 'SECOND_FACTOR_ON', 'NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  body: codeBody,
  result: recoveryCodes,
});

export const removeSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/second-factor',
  summary: "Turns off the second factor of the caller's account.",
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'NOT_FOUND'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
});

export const renewRecoveryCodes = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery-codes',
  summary: 'Returns ten new recovery codes and invalidates the earlier ones.',
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'NOT_FOUND'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
  result: recoveryCodes,
});

export const stepUp = endpoint({
  method: 'POST',
  path: '/users/step-up',
  summary: 'Confirms the session with a code from the app or a recovery code, so that it may do sensitive operations for 10 minutes.',
  errors: ['SECOND_FACTOR_INVALID', 'NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  body: codeBody,
});

export const requestFactorRecovery = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery',
  summary: 'Emails a link that turns off a lost second factor after 24 hours.',
  errors: ['NO_USER_EXISTS', 'INCORRECT_PASSWORD', 'USER_DISABLED', 'ACCOUNT_NOT_VERIFY', 'SEAL_EXPIRED', 'NOT_FOUND'],
  access: 'public',
  tag: 'accounts',
  body: factorRecoveryBody,
});

export const startFactorRecovery = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery/start',
  summary: 'Starts the 24 hours after which a lost second factor is turned off, with an emailed link.',
  errors: ['LINK_EXPIRED'],
  access: 'public',
  tag: 'accounts',
  body: factorRecoveryLink,
  result: factorRecovery,
});

export const stopFactorRecovery = endpoint({
  method: 'POST',
  path: '/users/second-factor/recovery/stop',
  summary: 'Stops the recovery of an account, with an emailed link.',
  errors: ['LINK_EXPIRED'],
  access: 'public',
  tag: 'accounts',
  body: factorRecoveryLink,
  result: factorRecovery,
});

export const resetSecondFactor = endpoint({
  method: 'DELETE',
  path: '/users/:id/second-factor',
  summary: 'Turns off the second factor of an account whose owner has lost it, and ends all sessions of the account.',
  errors: ['OWN_ACCOUNT'],
  access: 'console',
  capability: 'people.password',
  stepUp: true,
  tag: 'people',
});

const settings = {
  path: '/console/second-factor',
  access: 'console',
  capability: 'secondFactor.require',
  tag: 'system',
  result: secondFactorSettings,
} as const;

export const readSecondFactorSettings = endpoint({
  method: 'GET',
  summary: 'Returns the roles of the console that need a second factor.',
  errors: [],
  ...settings,
});

export const editSecondFactorSettings = endpoint({
  method: 'PUT',
  summary: 'Changes which roles of the console need a second factor, a week from now on.',
  errors: ['CHANGED_MEANWHILE'],
  ...settings,
  stepUp: true,
  body: secondFactorSettingsBody,
});
