import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { address, addressBody, changePasswordBody, editUserBody, ftpAccount, ftpBody, passwordBody, signedIn } from './profile.ts';

export const editUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'session',
  tag: 'profile',
  body: editUserBody,
  result: user,
});

export const deleteUser = endpoint({ method: 'DELETE', path: '/users/:id', access: 'session', tag: 'profile', body: passwordBody });

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  access: 'session',
  tag: 'profile',
  body: changePasswordBody,
});

/** A file to keep, with all that is known of the account. */
export const exportAccount = endpoint({
  method: 'POST',
  path: '/users/export',
  access: 'session',
  tag: 'profile',
  body: passwordBody,
  answers: 'bytes',
});

/** For a token that came along in an address: opens pictures with it, and says whose it is. */
export const setMediaCookie = endpoint({
  method: 'POST',
  path: '/users/media-cookie',
  access: 'session',
  beforeConsent: true,
  tag: 'profile',
  result: user,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  access: 'session',
  tag: 'profile',
  result: z.array(signedIn),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  access: 'session',
  tag: 'profile',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
});

export const endOtherSessions = endpoint({ method: 'DELETE', path: '/users/sessions', access: 'session', tag: 'profile' });

/** Null for somebody who has none yet; the password is not shown. */
export const readFtpAccount = endpoint({
  method: 'GET',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  result: ftpAccount.nullable(),
});

/** Makes the account and shows its password, once; of the one that is there it shows the password to whoever sends their own. */
export const createFtpAccount = endpoint({
  method: 'POST',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  body: ftpBody,
  result: ftpAccount,
});

/** Another password; what was signed in with the old one ends. */
export const renewFtpPassword = endpoint({
  method: 'PUT',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  body: passwordBody,
  result: ftpAccount,
});

export const deleteFtpAccount = endpoint({
  method: 'DELETE',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  body: passwordBody,
});

export const listAddresses = endpoint({
  method: 'GET',
  path: '/address/:userId',
  access: 'session',
  tag: 'profile',
  query: pageQuery,
  result: z.array(address),
});

export const createAddress = endpoint({
  method: 'POST',
  path: '/address',
  access: 'session',
  tag: 'profile',
  body: addressBody,
  result: address,
  status: 201,
});

export const editAddress = endpoint({
  method: 'PUT',
  path: '/address/:id',
  access: 'session',
  tag: 'profile',
  body: addressBody,
  result: address,
});

export const deleteAddress = endpoint({ method: 'DELETE', path: '/address/:id', access: 'session', tag: 'profile' });
