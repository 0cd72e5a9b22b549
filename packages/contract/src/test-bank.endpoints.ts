import { endpoint } from './endpoint.ts';
import {
  testAuthenticateBody,
  testCard,
  testCardBody,
  testClock,
  testClockBody,
  testConfirmBody,
  testIntent,
  testIntentParams,
  testIntentQuery,
} from './test-bank.ts';

export const createTestCard = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_methods',
  summary: 'Turns a test card number into a payment method at the built-in test bank.',
  description: 'The card number reaches only the bank, as with a real provider.',
  errors: ['NOT_FOUND', 'CARD_REFUSED'],
  access: 'public',
  tag: 'test bank',
  body: testCardBody,
  result: testCard,
});

export const readTestIntent = endpoint({
  method: 'GET',
  path: '/test-bank/v1/payment_intents/:id',
  summary: 'Returns a payment at the built-in test bank.',
  errors: ['NOT_FOUND'],
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  query: testIntentQuery,
  result: testIntent,
});

export const confirmTestIntent = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_intents/:id/confirm',
  summary: 'Confirms a payment at the built-in test bank with a payment method.',
  errors: ['NOT_FOUND', 'CARD_REFUSED', 'PAYMENT_NOT_OPEN'],
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  body: testConfirmBody,
  result: testIntent,
});

export const authenticateTestIntent = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_intents/:id/authenticate',
  summary: 'Answers the cardholder authentication of a payment at the built-in test bank.',
  errors: ['NOT_FOUND', 'CARD_REFUSED', 'PAYMENT_NOT_OPEN'],
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  body: testAuthenticateBody,
  result: testIntent,
});

export const readTestClock = endpoint({
  method: 'GET',
  path: '/test-bank/v1/clock',
  summary: 'Returns the time at the built-in test bank.',
  errors: [],
  access: 'console',
  capability: 'system.see',
  tag: 'test bank',
  result: testClock,
});

export const moveTestClock = endpoint({
  method: 'POST',
  path: '/test-bank/v1/clock',
  summary: 'Advances the time at the built-in test bank and applies what is due.',
  errors: [],
  access: 'console',
  capability: 'system.manage',
  tag: 'test bank',
  body: testClockBody,
  result: testClock,
});
