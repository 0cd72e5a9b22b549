import { queryOptions } from '@tanstack/react-query';
import type { PlanBody } from '@vitrine/contract/plans';
import * as endpoints from '@vitrine/contract/plans.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

export const editablePlansOptions = () =>
  queryOptions({ queryKey: billingKeys.plans('console'), queryFn: ({ signal }) => call(endpoints.listEditablePlans, { signal }) });

interface PlanEdit {
  id: string;
  body: PlanBody;
}
const editPlan = ({ id, body }: PlanEdit) => send(endpoints.editPlan, { params: { id }, body });

/** Whoever was too late sees what the other one made of it. */
export const useEditPlan = (after: MutationCallbacks<PlanEdit, MessageResponse>) =>
  useApiMutation({ change: editPlan, stale: [billingKeys.allPlans], isStaleOnError: true }, after);
