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

export const openView = endpoint({
  method: 'POST',
  path: '/console/views',
  summary: "Starts viewing a user's account in the current staff session.",
  errors: ['CONSENT_REQUIRED'],
  access: 'console',
  capability: 'people.view',
  tag,
  status: 201,
  body: openViewBody,
  result: accountView,
});

export const closeView = endpoint({
  method: 'DELETE',
  path: '/console/views',
  summary: "Ends the view of a user's account in the current staff session.",
  errors: [],
  access: 'console',
  capability: 'people.view',
  tag,
});

export const readViewOptions = endpoint({
  method: 'GET',
  path: '/console/views/:userId',
  summary: "Returns whether and how a staff member may view a user's account.",
  errors: [],
  access: 'console',
  capability: 'people.view',
  tag,
  result: viewOptions,
});

export const requestGrant = endpoint({
  method: 'POST',
  path: '/console/views/requests',
  summary: "Requests a user's permission to view the account.",
  errors: ['CONSENT_WAITING', 'CONSENT_DENIED'],
  access: 'console',
  capability: 'people.view',
  tag,
  status: 201,
  body: requestGrantBody,
  result: viewOptions,
});

export const listStaffGrants = endpoint({
  method: 'GET',
  path: '/users/staff-access',
  summary: "Lists the open requests and current permissions of staff to view the caller's account.",
  errors: [],
  access: 'session',
  tag,
  result: z.array(staffGrant),
});

export const answerStaffGrant = endpoint({
  method: 'PUT',
  path: '/users/staff-access/:id',
  summary: "Allows or denies a staff request to view the caller's account, or revokes a permission.",
  errors: ['NOT_FOUND'],
  access: 'session',
  tag,
  body: answerGrantBody,
  result: staffGrant,
});

export const listActivity = endpoint({
  method: 'GET',
  path: '/users/activity',
  summary: "Lists when staff viewed the caller's account and how many items they opened.",
  errors: [],
  access: 'session',
  tag,
  query: activityQuery,
  result: z.array(staffVisit),
});
