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

/** A card becomes a payment method, as at a real provider: its number reaches the bank alone. */
export const createTestCard = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_methods',
  access: 'public',
  tag: 'test bank',
  body: testCardBody,
  result: testCard,
});

export const readTestIntent = endpoint({
  method: 'GET',
  path: '/test-bank/v1/payment_intents/:id',
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  query: testIntentQuery,
  result: testIntent,
});

export const confirmTestIntent = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_intents/:id/confirm',
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  body: testConfirmBody,
  result: testIntent,
});

export const authenticateTestIntent = endpoint({
  method: 'POST',
  path: '/test-bank/v1/payment_intents/:id/authenticate',
  access: 'public',
  tag: 'test bank',
  params: testIntentParams,
  body: testAuthenticateBody,
  result: testIntent,
});

export const readTestClock = endpoint({
  method: 'GET',
  path: '/test-bank/v1/clock',
  access: 'console',
  capability: 'system.see',
  tag: 'test bank',
  result: testClock,
});

export const moveTestClock = endpoint({
  method: 'POST',
  path: '/test-bank/v1/clock',
  access: 'console',
  capability: 'system.manage',
  tag: 'test bank',
  body: testClockBody,
  result: testClock,
});
