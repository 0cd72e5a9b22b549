/** Settings for payments by Stripe. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Address of a replacement for Stripe's server in tests; undefined for Stripe itself. */
  apiUrl: string | undefined;
}
