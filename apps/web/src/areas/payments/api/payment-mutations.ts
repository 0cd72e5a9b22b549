import { billingKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import { reportPayment } from './payments.ts';
import { authenticateTestPayment, type TestConfirmation } from './test-bank.ts';

export const useReportPayment = () =>
  useApiMutation({
    change: reportPayment,
    stale: [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages],
    isStaleOnError: true,
  });

/** The bank knows; ours are asked again once it was reported. */
export const useAuthenticateTestPayment = (after: MutationCallbacks<TestConfirmation, unknown>) =>
  useApiMutation({ change: authenticateTestPayment, stale: [] }, after);
