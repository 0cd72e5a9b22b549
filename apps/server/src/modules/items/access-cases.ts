import type { AccessCases, ConsoleCallContext } from '../access/index.ts';

const body = { name: 'Easel', price: 29.5, weight: 900, picture: { key: '{nothing}' } };

const form = ({ pictureKey }: ConsoleCallContext, name: string) => ({ ...body, name, picture: { key: pictureKey } });
const anItem = (trial: ConsoleCallContext) => trial.call<{ _id: string }>('POST', '/items', form(trial, 'Easel'));

/** The matrix's people are of the other platform, to whom there is no shop. */
export const cases: AccessCases = {
  'GET /api/items': { kind: 'administratorRead', url: '/items?platform=WV&dataPerPage=150' },
  'GET /api/items/:id': { kind: 'administratorRead', url: '/items/{nothing}', isAbsent: true },
  'POST /api/items/quote': {
    kind: 'administratorRead',
    url: '/items/quote',
    body: { items: [{ itemId: '{nothing}', quantity: 1 }], shippingCountry: 'US' },
  },
  'POST /api/items': {
    kind: 'console',
    url: '/items',
    body,
    isAbsent: true,
    change: async (trial) => ({ url: '/items', body: form(trial, 'Frame') }),
  },
  'PUT /api/items/:id': {
    kind: 'console',
    url: '/items/{nothing}',
    body,
    isAbsent: true,
    change: async (trial) => ({ url: `/items/${(await anItem(trial))._id}`, body: form(trial, 'Large easel') }),
  },
  'DELETE /api/items': {
    kind: 'console',
    url: '/items',
    body: { itemIds: ['{nothing}'] },
    isAbsent: true,
    change: async (trial) => ({ url: '/items', body: { itemIds: [(await anItem(trial))._id] } }),
  },
};
