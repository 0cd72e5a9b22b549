import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  accountView,
  activityQuery,
  answerGrantBody,
  openViewBody,
  requestGrantBody,
  staffGrant,
  staffVisit,
  viewOptions,
} from './staff-access.ts';

const tag = 'staff access';

/** Starts viewing an account in this session. A view of another account ends. */
export const openView = endpoint({
  method: 'POST',
  path: '/console/views',
  access: 'console',
  capability: 'people.view',
  tag,
  status: 201,
  body: openViewBody,
  result: accountView,
});

/** Ends the view of this session, if there is one. */
export const closeView = endpoint({ method: 'DELETE', path: '/console/views', access: 'console', capability: 'people.view', tag });

export const readViewOptions = endpoint({
  method: 'GET',
  path: '/console/views/:userId',
  access: 'console',
  capability: 'people.view',
  tag,
  result: viewOptions,
});

/** Asks the user for permission to view the account. */
export const requestGrant = endpoint({
  method: 'POST',
  path: '/console/views/requests',
  access: 'console',
  capability: 'people.view',
  tag,
  status: 201,
  body: requestGrantBody,
  result: viewOptions,
});

/** Requests to view the own account that wait for an answer, and permissions that are in force. */
export const listStaffGrants = endpoint({
  method: 'GET',
  path: '/users/staff-access',
  access: 'session',
  tag,
  result: z.array(staffGrant),
});

export const answerStaffGrant = endpoint({
  method: 'PUT',
  path: '/users/staff-access/:id',
  access: 'session',
  tag,
  body: answerGrantBody,
  result: staffGrant,
});

/** When staff viewed the own account, and how much they opened. */
export const listActivity = endpoint({
  method: 'GET',
  path: '/users/activity',
  access: 'session',
  tag,
  query: activityQuery,
  result: z.array(staffVisit),
});
