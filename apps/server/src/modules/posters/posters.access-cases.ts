import type { AccessCases } from '../access/index.ts';

const value = { type: 'size', name: '1 × 2 in' };
const combination = {
  name: 'Any',
  orientationId: '{nothing}',
  sizeId: '{nothing}',
  paperStockId: '{nothing}',
  laminationId: '{nothing}',
  price: 1,
};

export const cases: AccessCases = {
  'GET /api/mastervalues': { kind: 'self', url: '/mastervalues' },
  'POST /api/mastervalues': { kind: 'administratorWrite', url: '/mastervalues', body: { type: 'size', name: '{nothing}' } },
  'PUT /api/mastervalues/:id': { kind: 'administratorWrite', url: '/mastervalues/{nothing}', body: value, isAbsent: true },
  'DELETE /api/mastervalues/:id': { kind: 'administratorWrite', url: '/mastervalues/{nothing}', isAbsent: true },
  'GET /api/postercombination': { kind: 'self', url: '/postercombination' },
  'GET /api/postercombination/get/price': { kind: 'self', url: '/postercombination/get/price' },
  'POST /api/postercombination': { kind: 'administratorWrite', url: '/postercombination', body: combination, isAbsent: true },
  'PUT /api/postercombination/:id': {
    kind: 'administratorWrite',
    url: '/postercombination/{nothing}',
    body: combination,
    isAbsent: true,
  },
  'DELETE /api/postercombination/:id': { kind: 'administratorWrite', url: '/postercombination/{nothing}', isAbsent: true },
  'GET /api/orders/:id/printfile': { kind: 'administratorRead', url: '/orders/{orderId}/printfile', isAbsent: true },
};
