import type { AccessCases } from '../access/index.ts';

export const cases: AccessCases = {
  'GET /api/mastervalues': { kind: 'self', url: '/mastervalues' },
  'GET /api/postercombination': { kind: 'self', url: '/postercombination' },
  'GET /api/postercombination/get/price': { kind: 'self', url: '/postercombination/get/price' },
};
