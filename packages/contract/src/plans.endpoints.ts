import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { editablePlan, planBody } from './plans.ts';

export const listEditablePlans = endpoint({
  method: 'GET',
  path: '/plans',
  access: 'console',
  capability: 'plans.see',
  tag: 'billing',
  result: z.array(editablePlan),
});

/** CHANGED_MEANWHILE, PLAN_NAME_FIXED, PLAN_FREE, VALUE_TAKEN. */
export const editPlan = endpoint({
  method: 'PUT',
  path: '/plans/:id',
  access: 'console',
  capability: 'plans.edit',
  tag: 'billing',
  body: planBody,
  result: editablePlan,
});
