import type { AccessCases, ConsoleCallContext } from '../access/index.ts';

const value = { type: 'size', name: '1 × 2 in' };
const combination = {
  name: 'Any',
  orientationId: '{nothing}',
  sizeId: '{nothing}',
  paperStockId: '{nothing}',
  laminationId: '{nothing}',
  price: 1,
};

/** A value of a type, called as nothing else is. */
const aValue = ({ call }: ConsoleCallContext, type: string, name: string) => call<{ _id: string }>('POST', '/mastervalues', { type, name });

/** Creates a combination that does not exist yet. */
async function newCombination(trial: ConsoleCallContext, name: string) {
  const ids: Record<string, string> = {};
  for (const type of ['orientation', 'size', 'paperstock', 'lamination']) ids[type] = (await aValue(trial, type, `${name} ${type}`))._id;
  const { orientation, size, paperstock, lamination } = ids;
  return { name, orientationId: orientation, sizeId: size, paperStockId: paperstock, laminationId: lamination, price: 20 };
}

export const cases: AccessCases = {
  'GET /api/mastervalues': { kind: 'self', url: '/mastervalues' },
  'POST /api/mastervalues': {
    kind: 'console',
    url: '/mastervalues',
    body: { type: 'size', name: '{nothing}' },
    change: async () => ({ url: '/mastervalues', body: { type: 'size', name: 'Traced' } }),
  },
  'PUT /api/mastervalues/:id': {
    kind: 'console',
    url: '/mastervalues/{nothing}',
    body: value,
    isAbsent: true,
    change: async (trial) => ({
      url: `/mastervalues/${(await aValue(trial, 'size', 'Before'))._id}`,
      body: { type: 'size', name: 'After' },
    }),
  },
  'DELETE /api/mastervalues/:id': {
    kind: 'console',
    url: '/mastervalues/{nothing}',
    isAbsent: true,
    change: async (trial) => ({ url: `/mastervalues/${(await aValue(trial, 'size', 'Gone'))._id}` }),
  },
  'GET /api/postercombination': { kind: 'self', url: '/postercombination' },
  'GET /api/postercombination/get/price': { kind: 'self', url: '/postercombination/get/price' },
  'POST /api/postercombination': {
    kind: 'console',
    url: '/postercombination',
    body: combination,
    isAbsent: true,
    change: async (trial) => ({ url: '/postercombination', body: await newCombination(trial, 'Made') }),
  },
  'PUT /api/postercombination/:id': {
    kind: 'console',
    url: '/postercombination/{nothing}',
    body: combination,
    isAbsent: true,
    change: async (trial) => {
      const made = await newCombination(trial, 'Edited');
      const { _id } = await trial.call<{ _id: string }>('POST', '/postercombination', made);
      return { url: `/postercombination/${_id}`, body: { ...made, price: 25 } };
    },
  },
  'DELETE /api/postercombination/:id': {
    kind: 'console',
    url: '/postercombination/{nothing}',
    isAbsent: true,
    change: async (trial) => {
      const { _id } = await trial.call<{ _id: string }>('POST', '/postercombination', await newCombination(trial, 'Deleted'));
      return { url: `/postercombination/${_id}` };
    },
  },
  'GET /api/orders/:id/printfile': { kind: 'console', url: '/orders/{orderId}/printfile', isAbsent: true },
};
