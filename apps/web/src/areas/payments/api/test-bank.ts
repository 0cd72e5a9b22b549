import * as endpoints from '@vitrine/contract/test-bank.endpoints';
import { call } from '../../../lib/api-client.ts';

export interface CardInput {
  number: string;
  exp_month: number;
  exp_year: number;
  cvc: string;
}

/** The number goes to the bank alone; what pays is the name it gives it. */
export const createTestCard = async (card: CardInput): Promise<string> => (await call(endpoints.createTestCard, { body: card })).id;

export interface TestConfirmation {
  paymentIntentId: string;
  clientSecret: string;
  isConfirmed: boolean;
}

export const authenticateTestPayment = ({ paymentIntentId, clientSecret, isConfirmed }: TestConfirmation) =>
  call(endpoints.authenticateTestIntent, {
    params: { id: paymentIntentId },
    body: { client_secret: clientSecret, is_confirmed: isConfirmed },
  });
