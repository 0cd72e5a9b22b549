import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { createPasskeyBody, passkey, passkeyAnswerBody, passkeyList, passkeyOptions, renamePasskeyBody } from './passkeys.ts';
import { passwordBody } from './profile.ts';

export const listPasskeys = endpoint({
  method: 'GET',
  path: '/users/passkeys',
  summary: "Lists the passkeys of the caller's account.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: passkeyList,
});

export const readPasskeyCreationOptions = endpoint({
  method: 'POST',
  path: '/users/passkeys/options',
  summary: 'Returns options with which a browser creates a passkey.',
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'PASSKEY_LIMIT', 'PASSKEYS_UNAVAILABLE'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
  result: passkeyOptions,
});

export const createPasskey = endpoint({
  method: 'POST',
  path: '/users/passkeys',
  summary: "Adds a passkey that the browser has created to the caller's account.",
  errors: ['PASSKEY_INVALID', 'PASSKEY_LIMIT', 'PASSKEYS_UNAVAILABLE'],
  access: 'session',
  tag: 'profile',
  body: createPasskeyBody,
  result: passkey,
  status: 201,
});

export const renamePasskey = endpoint({
  method: 'PUT',
  path: '/users/passkeys/:id',
  summary: 'Renames a passkey.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  body: renamePasskeyBody,
  result: passkey,
});

export const deletePasskey = endpoint({
  method: 'DELETE',
  path: '/users/passkeys/:id',
  summary: 'Removes a passkey from the account.',
  errors: ['NOT_FOUND'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
});

export const readPasskeySignInOptions = endpoint({
  method: 'POST',
  path: '/users/login/passkey/options',
  summary: 'Returns options with which a browser signs in with a passkey, without an email address.',
  errors: ['PASSKEYS_UNAVAILABLE'],
  access: 'public',
  tag: 'accounts',
  result: passkeyOptions,
});

export const signInWithPasskey = endpoint({
  method: 'POST',
  path: '/users/login/passkey',
  summary: 'Signs in with a passkey and returns a session token.',
  errors: ['PASSKEY_INVALID', 'PASSKEYS_UNAVAILABLE', 'USER_DISABLED', 'ACCOUNT_NOT_VERIFY'],
  access: 'public',
  tag: 'accounts',
  body: passkeyAnswerBody,
  result: user,
});

export const readPasskeyStepUpOptions = endpoint({
  method: 'POST',
  path: '/users/step-up/passkey/options',
  summary: 'Returns options with which a browser confirms the session with a passkey.',
  errors: ['PASSKEYS_UNAVAILABLE'],
  access: 'session',
  tag: 'profile',
  result: passkeyOptions,
});

export const stepUpWithPasskey = endpoint({
  method: 'POST',
  path: '/users/step-up/passkey',
  summary: 'Confirms the session with a passkey, so that it may do sensitive operations for 10 minutes.',
  errors: ['PASSKEY_INVALID', 'PASSKEYS_UNAVAILABLE'],
  access: 'session',
  tag: 'profile',
  body: passkeyAnswerBody,
});
