import type { Ref } from 'react';

/** Interface of both providers' card fields: converts the input to a payment method. */
export interface CardCollector {
  collect(): Promise<CollectedCard>;
}

/** An invalid field shows its own message and has no general `failure`. */
export type CollectedCard = { paymentMethodId: string } | { failure?: string };

export interface CardFieldsProps {
  ref: Ref<CardCollector>;
  isDisabled: boolean;
}

/** A payment that its payer has to confirm. */
export interface PendingPayment {
  paymentIntentId: string;
  clientSecret: string;
  /** Cents. */
  amount: number;
}

/** Outcome of the confirmation, with the bank's reason for a refusal. */
export type PaymentConfirmation = { isConfirmed: true } | { isConfirmed: false; message?: string };
