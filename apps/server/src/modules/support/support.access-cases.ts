import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/contacts/captcha': { kind: 'public', url: '/contacts/captcha' },
  'POST /api/contacts': { kind: 'public', url: '/contacts', body: {} },
};
