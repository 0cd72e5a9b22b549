/** What is needed to take cards by Stripe. */
export interface StripeSettings {
  secretKey: string;
  publishableKey: string;
  webhookSecret: string;
  /** Of a server that stands in for Stripe's; undefined for Stripe itself. */
  apiUrl: string | undefined;
}
