import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { accountRoleBody, accountStatusBody, peopleFilterQuery, peopleListQuery, personDetails, personRow } from './people.ts';

const tag = 'people';

export const listPeople = endpoint({
  method: 'GET',
  path: '/users/search/user',
  summary: 'Lists the accounts of the installation.',
  errors: [],
  access: 'console',
  capability: 'people.see',
  tag,
  query: peopleListQuery,
  result: z.array(personRow),
});

export const exportPeople = endpoint({
  method: 'GET',
  path: '/users/search/user/csv',
  summary: 'Exports the matching accounts as a CSV file.',
  errors: [],
  access: 'console',
  capability: 'people.see',
  tag,
  query: peopleFilterQuery,
  answers: 'bytes',
});

export const readPerson = endpoint({
  method: 'GET',
  path: '/users/search/user/:id',
  summary: 'Returns the details of an account for the console.',
  errors: [],
  access: 'console',
  capability: 'people.see',
  tag,
  result: personDetails,
});

export const setAccountStatus = endpoint({
  method: 'PUT',
  path: '/users/status/:id',
  summary: 'Activates or deactivates an account.',
  errors: ['OWN_ACCOUNT', 'CHANGED_MEANWHILE'],
  access: 'console',
  capability: 'people.enable',
  tag,
  body: accountStatusBody,
});

export const endAccountSessions = endpoint({
  method: 'DELETE',
  path: '/users/:id/sessions',
  summary: 'Ends all sessions of an account.',
  description: 'API tokens and the FTP password of the account stay valid.',
  errors: ['OWN_ACCOUNT'],
  access: 'console',
  capability: 'people.password',
  stepUp: true,
  tag,
});

export const setAccountRole = endpoint({
  method: 'PUT',
  path: '/users/roles/:id',
  summary: 'Changes the role of an account.',
  errors: ['OWN_ACCOUNT', 'CHANGED_MEANWHILE'],
  access: 'console',
  capability: 'people.role',
  stepUp: true,
  tag,
  body: accountRoleBody,
});
