import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { address, addressBody, changePasswordBody, deleteAccountBody, editUserBody, ftpAccount, ftpBody, signedIn } from './profile.ts';

export const editUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  access: 'session',
  tag: 'profile',
  body: editUserBody,
  result: user,
});

export const deleteUser = endpoint({ method: 'DELETE', path: '/users/:id', access: 'session', tag: 'profile', body: deleteAccountBody });

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  access: 'session',
  tag: 'profile',
  body: changePasswordBody,
});

/** A file to keep, with all that is known of the account. */
export const exportAccount = endpoint({ method: 'GET', path: '/users/export', access: 'session', tag: 'profile', answers: 'bytes' });

/** For a token that came along in an address: opens pictures with it, and says whose it is. */
export const setMediaCookie = endpoint({ method: 'POST', path: '/users/media-cookie', access: 'session', tag: 'profile', result: user });

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

/** Null for somebody who has none yet. */
export const readFtpAccount = endpoint({
  method: 'GET',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  result: ftpAccount.nullable(),
});

export const createFtpAccount = endpoint({
  method: 'POST',
  path: '/users/ftp/server',
  access: 'session',
  tag: 'profile',
  body: ftpBody,
  result: ftpAccount,
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
