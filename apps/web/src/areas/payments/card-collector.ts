import type { Ref } from 'react';

/** What the fields of either bank can do: turn what was typed into a payment method. */
export interface CardCollector {
  collect(): Promise<CollectedCard>;
}

/** A field that is not right says so under itself and has no general `failure`. */
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

/** What came of it. The bank says of a refused one why. */
export type PaymentConfirmation = { isConfirmed: true } | { isConfirmed: false; message?: string };
