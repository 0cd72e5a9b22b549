import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bankConfig, intent, intentBody, payment, paymentBody, paymentsQuery, receipt, settled } from './payments.ts';

export const readBankConfig = endpoint({
  method: 'GET',
  path: '/stripes/config',
  access: 'public',
  tag: 'payments',
  result: bankConfig,
});

/** One open payment for each order: asked again, it answers the same. */
export const createIntent = endpoint({
  method: 'POST',
  path: '/stripes/payment/intent',
  access: 'session',
  tag: 'payments',
  body: intentBody,
  result: intent,
});

export const reportPayment = endpoint({
  method: 'POST',
  path: '/stripes/payment',
  access: 'session',
  tag: 'payments',
  body: paymentBody,
  result: settled,
});

/** The bank's events; who signed them is checked, and what is true is asked. */
export const receiveBankEvent = endpoint({ method: 'POST', path: '/stripes/webhook', access: 'public', tag: 'payments' });

export const listPayments = endpoint({
  method: 'GET',
  path: '/stripes/payments/:userId',
  access: 'session',
  tag: 'payments',
  query: paymentsQuery,
  result: z.array(payment),
});

export const readReceipt = endpoint({
  method: 'GET',
  path: '/stripes/payments/:userId/:paymentId',
  access: 'session',
  tag: 'payments',
  result: receipt,
});
