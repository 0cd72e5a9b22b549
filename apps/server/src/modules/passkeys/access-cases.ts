import type { AccessCases } from '../access/index.ts';

const NOBODY = '00000000-0000-4000-8000-000000000000';

export const cases: AccessCases = {
  'GET /api/users/passkeys': { kind: 'self', url: '/users/passkeys' },
  'POST /api/users/passkeys/options': { kind: 'self', url: '/users/passkeys/options', body: {} },
  'POST /api/users/passkeys': { kind: 'self', url: '/users/passkeys', body: {} },
  'PUT /api/users/passkeys/:id': { kind: 'ownOnly', url: `/users/passkeys/${NOBODY}`, body: { name: 'Phone' }, isAbsent: true },
  'DELETE /api/users/passkeys/:id': { kind: 'ownOnly', url: `/users/passkeys/${NOBODY}`, isAbsent: true },
};
