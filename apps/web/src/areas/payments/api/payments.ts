import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { PaymentEvent, Settled } from '@vitrine/contract/payments';
import * as endpoints from '@vitrine/contract/payments.endpoints';
import { call } from '../../../lib/api-client.ts';
import { billingKeys } from '../../../lib/query-keys.ts';

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

export interface PaymentReport {
  paymentType: Exclude<PaymentEvent, 'paymentpending'>;
  paymentIntentId: string;
  orderId: string;
}

/** What the browser saw. The server asks the bank, and answers what is true. */
export const reportPayment = (report: PaymentReport): Promise<Settled> => call(endpoints.reportPayment, { body: report });

/** How soon a payment that the bank still works on is asked for again. */
const RESULT_REFRESH_MS = 2000;

/** What came of paying an order: the server asks the bank each time, and records what is true. */
export const paymentResultOptions = (orderId: string, intentId: string) =>
  queryOptions({
    queryKey: billingKeys.settled(orderId, intentId),
    queryFn: () => reportPayment({ paymentType: 'paymentsuccess', paymentIntentId: intentId, orderId }),
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.intentStatus === 'processing' ? RESULT_REFRESH_MS : false),
  });
