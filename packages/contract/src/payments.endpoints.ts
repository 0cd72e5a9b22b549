import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { bankConfig, intent, intentBody, payment, paymentBody, paymentsQuery, receipt, reportedPayment } from './payments.ts';

export const readBankConfig = endpoint({
  method: 'GET',
  path: '/stripes/config',
  summary: 'Returns which bank takes the cards and its publishable key.',
  errors: [],
  access: 'public',
  tag: 'payments',
  result: bankConfig,
});

export const createIntent = endpoint({
  method: 'POST',
  path: '/stripes/payment/intent',
  summary: 'Creates the payment of an order, or returns the existing one.',
  errors: ['NOT_FOUND', 'PAYMENT_NOT_OPEN', 'AMOUNT_DIFFERS', 'BANK_AWAY'],
  access: 'session',
  tag: 'payments',
  body: intentBody,
  result: intent,
});

export const reportPayment = endpoint({
  method: 'POST',
  path: '/stripes/payment',
  summary: 'Reports that a payment was confirmed in the browser, and returns its state at the bank.',
  errors: ['NOT_FOUND', 'BANK_AWAY'],
  access: 'session',
  tag: 'payments',
  body: paymentBody,
  result: reportedPayment,
});

export const receiveBankEvent = endpoint({
  method: 'POST',
  path: '/stripes/webhook',
  summary: 'Receives a signed event of the bank.',
  description: 'The signature is verified. The state is then read from the bank, so an event is never trusted for its content.',
  errors: ['SIGNATURE_INVALID'],
  access: 'public',
  tag: 'payments',
});

export const listPayments = endpoint({
  method: 'GET',
  path: '/stripes/payments/:userId',
  summary: 'Lists the payments of a user.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'payments',
  query: paymentsQuery,
  result: z.array(payment),
});

export const readReceipt = endpoint({
  method: 'GET',
  path: '/stripes/payments/:userId/:paymentId',
  summary: 'Returns the receipt of a payment.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'payments',
  result: receipt,
});
