import { endpoint } from './endpoint.ts';
import { organisation } from './organisations.ts';

export const readOrganisation = endpoint({
  method: 'GET',
  path: '/organizations/details/:orgId',
  access: 'session',
  tag: 'organisations',
  result: organisation,
});
