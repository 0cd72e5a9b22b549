import { accountKeys } from '../../../entities/accounts/account-keys.ts';
import { billingKeys } from '../../../entities/billing/billing-keys.ts';
import { type After, useChange } from '../../../lib/use-change.ts';
import { reportPayment } from './payments.ts';
import { authenticateTestPayment, type TestAnswer } from './test-bank.ts';

export const useReportPayment = () =>
  useChange({
    change: reportPayment,
    stale: [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages],
    isStaleOnError: true,
  });

/** The bank knows; ours are asked again once it was reported. */
export const useAuthenticateTestPayment = (after: After<TestAnswer, unknown>) =>
  useChange({ change: authenticateTestPayment, stale: [] }, after);
