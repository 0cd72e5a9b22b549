import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { accountRoleBody, accountStatusBody, peopleFilterQuery, peopleListQuery, personDetails, personRow } from './people.ts';

const tag = 'people';

/** Everybody whom the administrator sees. */
export const listPeople = endpoint({
  method: 'GET',
  path: '/users/search/user',
  access: 'console',
  capability: 'people.see',
  tag,
  query: peopleListQuery,
  result: z.array(personRow),
});

/** What the same query lists, as a CSV file, as it is read. */
export const exportPeople = endpoint({
  method: 'GET',
  path: '/users/search/user/csv',
  access: 'console',
  capability: 'people.see',
  tag,
  query: peopleFilterQuery,
  answers: 'bytes',
});

export const readPerson = endpoint({
  method: 'GET',
  path: '/users/search/user/:id',
  access: 'console',
  capability: 'people.see',
  tag,
  result: personDetails,
});

export const setAccountStatus = endpoint({
  method: 'PUT',
  path: '/users/status/:id',
  access: 'console',
  capability: 'people.enable',
  tag,
  body: accountStatusBody,
});

export const setAccountRole = endpoint({
  method: 'PUT',
  path: '/users/roles/:id',
  access: 'console',
  capability: 'people.role',
  tag,
  body: accountRoleBody,
});
