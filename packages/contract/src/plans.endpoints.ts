import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { editablePlan, planBody } from './plans.ts';

export const listEditablePlans = endpoint({
  method: 'GET',
  path: '/plans',
  summary: 'Lists all plans with their prices and limits for editing.',
  errors: [],
  access: 'console',
  capability: 'plans.see',
  tag: 'billing',
  result: z.array(editablePlan),
});

export const editPlan = endpoint({
  method: 'PUT',
  path: '/plans/:id',
  summary: 'Changes the name, price or limits of a plan for future subscriptions.',
  errors: ['CHANGED_MEANWHILE', 'PLAN_NAME_FIXED', 'PLAN_FREE', 'VALUE_TAKEN'],
  access: 'console',
  capability: 'plans.edit',
  tag: 'billing',
  body: planBody,
  result: editablePlan,
});
