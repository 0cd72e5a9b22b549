import { z } from 'zod';
import { user } from './accounts.ts';
import { endpoint } from './endpoint.ts';
import { pageQuery } from './envelope.ts';
import { activeSession, address, addressBody, changePasswordBody, editUserBody, ftpAccount, ftpBody, passwordBody } from './profile.ts';
import { signInEvent } from './sign-in-events.ts';

export const editUser = endpoint({
  method: 'PUT',
  path: '/users/:id',
  summary: 'Changes the profile of an account.',
  errors: [
    'NOT_FOUND',
    'EMAIL_TAKEN',
    'INCORRECT_PASSWORD',
    'SEAL_EXPIRED',
    'CHANGED_MEANWHILE',
    'FILE_UNSUPPORTED',
    'PICTURE_TOO_LARGE',
    'PLAN_UNKNOWN',
    'PLAN_CHANGED',
    'STEP_UP_REQUIRED',
  ],
  access: 'session',
  tag: 'profile',
  body: editUserBody,
  result: user,
});

export const deleteUser = endpoint({
  method: 'DELETE',
  path: '/users/:id',
  summary: "Deletes the caller's account and everything in it for good.",
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'LAST_SUPER_ADMIN', 'NOT_READY'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
});

export const changePassword = endpoint({
  method: 'PUT',
  path: '/users/password',
  summary: "Changes the caller's password, or sets the password of another account as an administrator.",
  errors: ['NOT_FOUND', 'PASSWORD_CHANGE_ERROR', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: changePasswordBody,
});

export const exportAccount = endpoint({
  method: 'POST',
  path: '/users/export',
  summary: "Downloads everything that is stored about the caller's account as a JSON file.",
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
  answers: 'bytes',
});

export const setMediaCookie = endpoint({
  method: 'POST',
  path: '/users/media-cookie',
  summary: "Sets the cookie with which a browser loads pictures and videos, and returns the caller's account.",
  errors: [],
  access: 'session',
  beforeConsent: true,
  tag: 'profile',
  result: user,
});

export const listSessions = endpoint({
  method: 'GET',
  path: '/users/sessions',
  summary: 'Lists the browsers in which the caller is signed in.',
  errors: [],
  access: 'session',
  tag: 'profile',
  result: z.array(activeSession),
});

export const listSignInEvents = endpoint({
  method: 'GET',
  path: '/users/sign-ins',
  summary: "Lists recent sign-ins and refused sign-ins of the caller's account, newest first.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: z.array(signInEvent),
});

export const endSession = endpoint({
  method: 'DELETE',
  path: '/users/sessions/:id',
  summary: 'Signs the caller out in one browser.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  params: z.object({ id: z.string().regex(/^[0-9a-f]{32}$/) }),
});

export const endOtherSessions = endpoint({
  method: 'DELETE',
  path: '/users/sessions',
  summary: 'Signs the caller out everywhere except in the current session.',
  errors: [],
  access: 'session',
  tag: 'profile',
});

export const reportActivity = endpoint({
  method: 'POST',
  path: '/users/activity',
  summary: 'Keeps the session open while the caller uses a page without sending other requests.',
  description: 'Sessions of administrators and support end when they are inactive (`STAFF_IDLE_MINUTES`).',
  errors: [],
  access: 'session',
  tag: 'profile',
});

export const readFtpAccount = endpoint({
  method: 'GET',
  path: '/users/ftp/server',
  summary: "Returns the caller's FTP account without its password, or null when there is none.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: ftpAccount.nullable(),
});

export const createFtpAccount = endpoint({
  method: 'POST',
  path: '/users/ftp/server',
  summary: "Creates the caller's FTP account and returns its password, or shows the existing password again.",
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: ftpBody,
  result: ftpAccount,
});

export const renewFtpPassword = endpoint({
  method: 'PUT',
  path: '/users/ftp/server',
  summary: "Replaces the password of the caller's FTP account.",
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
  result: ftpAccount,
});

export const deleteFtpAccount = endpoint({
  method: 'DELETE',
  path: '/users/ftp/server',
  summary: "Deletes the caller's FTP account.",
  errors: ['NOT_FOUND', 'INCORRECT_PASSWORD', 'SEAL_EXPIRED'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: passwordBody,
});

export const listAddresses = endpoint({
  method: 'GET',
  path: '/address/:userId',
  summary: 'Lists the saved postal addresses of a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  query: pageQuery,
  result: z.array(address),
});

export const createAddress = endpoint({
  method: 'POST',
  path: '/address',
  summary: 'Saves a postal address.',
  errors: [],
  access: 'session',
  tag: 'profile',
  body: addressBody,
  result: address,
  status: 201,
});

export const editAddress = endpoint({
  method: 'PUT',
  path: '/address/:id',
  summary: 'Changes a saved postal address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
  body: addressBody,
  result: address,
});

export const deleteAddress = endpoint({
  method: 'DELETE',
  path: '/address/:id',
  summary: 'Deletes a saved postal address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
});
