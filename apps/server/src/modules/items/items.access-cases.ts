import type { AccessCases } from '../access/index.ts';

const body = { name: 'Easel', price: 29.5, weight: 900, picture: { key: '{nothing}' } };

/** The matrix's people are of the other platform, to whom there is no shop. */
export const cases: AccessCases = {
  'GET /api/items': { kind: 'administratorRead', url: '/items?platform=WV&dataPerPage=150' },
  'GET /api/items/:id': { kind: 'administratorRead', url: '/items/{nothing}', isAbsent: true },
  'POST /api/items/quote': {
    kind: 'administratorRead',
    url: '/items/quote',
    body: { items: [{ itemId: '{nothing}', quantity: 1 }], shippingCountry: 'US' },
  },
  'POST /api/items': { kind: 'administratorWrite', url: '/items', body, isAbsent: true },
  'PUT /api/items/:id': { kind: 'administratorWrite', url: '/items/{nothing}', body, isAbsent: true },
  'DELETE /api/items': { kind: 'administratorWrite', url: '/items', body: { itemIds: ['{nothing}'] }, isAbsent: true },
};
