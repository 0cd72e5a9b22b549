import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PaymentEvent, ReportedPayment } from '@vitrine/contract/payments';
import * as endpoints from '@vitrine/contract/payments.endpoints';
import * as subscriptionsEndpoints from '@vitrine/contract/subscriptions.endpoints';
import type { TestIntent } from '@vitrine/contract/test-bank';
import * as testBank from '@vitrine/contract/test-bank.endpoints';
import * as testBankEndpoints from '@vitrine/contract/test-bank.endpoints';
import { call } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { accountKeys } from '../../accounts/api/accounts.ts';
import type { PendingPayment } from '../card-collector.ts';

const PAGE_SIZE = 20;

/** Newest first. */
export const paymentsOptions = (userId: string) =>
  infiniteQueryOptions({
    queryKey: billingKeys.paymentsOf(userId),
    queryFn: ({ pageParam, signal }) =>
      call(endpoints.listPayments, { params: { userId }, query: { before: pageParam, dataPerPage: PAGE_SIZE }, signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => (page.length < PAGE_SIZE ? undefined : page.at(-1)?._id),
  });

export const receiptOptions = (userId: string, paymentId: string) =>
  queryOptions({
    queryKey: billingKeys.receipt(userId, paymentId),
    queryFn: ({ signal }) => call(endpoints.readReceipt, { params: { userId, paymentId }, signal }),
  });

/** Which bank takes the cards; as long as the page is open it is the same one. */
export const bankOptions = queryOptions({
  queryKey: billingKeys.bank,
  queryFn: ({ signal }) => call(endpoints.readBankConfig, { signal }),
  staleTime: Number.POSITIVE_INFINITY,
});

interface PaymentReport {
  paymentType: Exclude<PaymentEvent, 'paymentpending'>;
  paymentIntentId: string;
  orderId: string;
}

/** Reports the outcome seen by the browser. The server queries the bank and returns the actual state. */
const reportPayment = (report: PaymentReport): Promise<ReportedPayment> => call(endpoints.reportPayment, { body: report });

/** Polling interval while the bank processes a payment. */
const RESULT_REFRESH_MS = 2000;

/** Result of paying an order: the server queries the bank on each request and records the state. */
export const paymentResultOptions = (orderId: string, intentId: string) =>
  queryOptions({
    queryKey: billingKeys.settled(orderId, intentId),
    queryFn: () => reportPayment({ paymentType: 'paymentsuccess', paymentIntentId: intentId, orderId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.intentStatus === 'processing' ? RESULT_REFRESH_MS : false),
  });

/** Returns the payment of an order, always the same for each order. `amount` in cents. */
export async function createPaymentIntent(orderId: string, amount: number): Promise<PendingPayment> {
  const { id, client_secret_key: clientSecret } = await call(endpoints.createIntent, { body: { amount, orderId } });
  return { paymentIntentId: id, clientSecret, amount };
}

/** The test bank charges the card, or wants its owner asked: the payment afterwards. */
export const confirmTestPayment = ({ paymentIntentId, clientSecret }: PendingPayment, paymentMethodId: string): Promise<TestIntent> =>
  call(testBank.confirmTestIntent, {
    params: { id: paymentIntentId },
    body: { client_secret: clientSecret, payment_method: paymentMethodId },
  });

export const useReportPayment = () =>
  useApiMutation({
    mutate: reportPayment,
    invalidates: [billingKeys.subscriptions, billingKeys.payments, accountKeys.storages],
    invalidatesOnError: true,
  });

/** The bank has the result; our data is refetched after it was reported. */
export const useAuthenticateTestPayment = (after: MutationCallbacks<TestConfirmation, unknown>) =>
  useApiMutation({ mutate: authenticateTestPayment, invalidates: [] }, after);

interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

/** The number goes to the bank alone; what pays is the name it gives it. */
export const createTestCard = async (card: CardInput): Promise<string> => (await call(testBankEndpoints.createTestCard, { body: card })).id;

interface TestConfirmation {
  paymentIntentId: string;
  clientSecret: string;
  isConfirmed: boolean;
}

const authenticateTestPayment = ({ paymentIntentId, clientSecret, isConfirmed }: TestConfirmation) =>
  call(testBankEndpoints.authenticateTestIntent, {
    params: { id: paymentIntentId },
    body: { client_secret: clientSecret, is_confirmed: isConfirmed },
  });

/** The credit of an account, as the bank says, and the charges to come. */
export const creditOptions = (userId: string) =>
  queryOptions({
    queryKey: billingKeys.credit(userId),
    queryFn: ({ signal }) => call(subscriptionsEndpoints.readCredit, { params: { userId }, signal }),
  });
