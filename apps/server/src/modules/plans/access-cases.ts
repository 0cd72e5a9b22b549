import type { EditablePlan } from '@vitrine/contract';
import type { AccessCases } from '../access/index.ts';

const read = new Date(0).toISOString();
const planBody = { name: 'Any', description: '', trialDays: 0, features: [], interval: 'month', amount: 1, updatedAt: read };

export const cases: AccessCases = {
  'GET /api/plans': { kind: 'console', url: '/plans' },
  'PUT /api/plans/:id': {
    kind: 'console',
    url: '/plans/{nothing}',
    body: planBody,
    isAbsent: true,
    change: async ({ call }) => {
      const plan = (await call<EditablePlan[]>('GET', '/plans')).find(({ planName }) => planName === 'Single User');
      return { url: `/plans/${plan?._id}`, body: { ...planBody, name: 'Individual', amount: 30_000, updatedAt: plan?.updatedAt } };
    },
  },
  'GET /api/stripes/prices': { kind: 'public', url: '/stripes/prices' },
};
