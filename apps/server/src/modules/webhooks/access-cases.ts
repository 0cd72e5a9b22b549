import type { AccessCases } from '../access/index.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';
const url = `/users/webhooks/${NOBODY}`;

export const cases: AccessCases = {
  'GET /api/users/webhooks': { kind: 'self', url: '/users/webhooks' },
  'POST /api/users/webhooks': { kind: 'self', url: '/users/webhooks', body: {} },
  'PUT /api/users/webhooks/:id': { kind: 'ownOnly', url, body: { isEnabled: true }, isAbsent: true },
  'PUT /api/users/webhooks/:id/target': { kind: 'self', url: `${url}/target`, body: {} },
  'POST /api/users/webhooks/:id/secret': { kind: 'self', url: `${url}/secret`, body: {} },
  'DELETE /api/users/webhooks/:id': { kind: 'ownOnly', url, isAbsent: true },
  'POST /api/users/webhooks/:id/test': { kind: 'ownOnly', url: `${url}/test`, isAbsent: true },
  'GET /api/users/webhooks/:id/deliveries': { kind: 'ownOnly', url: `${url}/deliveries`, isAbsent: true },
  'POST /api/users/webhooks/:id/deliveries/:deliveryId': { kind: 'ownOnly', url: `${url}/deliveries/${NOBODY}`, isAbsent: true },
};
