/** Whatever is bought or cancelled makes subscriptions and payments old. */
export const billingKeys = {
  subscriptions: ['subscription'] as const,
  /** What the plan of an account allows. */
  plan: (userId: string) => ['subscription', 'plan', userId] as const,
  one: (subscriptionId: string) => ['subscription', 'one', subscriptionId] as const,
  credit: (userId: string) => ['subscription', 'credit', userId] as const,
  /** Not among the subscriptions: once it was bought, nobody asks what it would cost. */
  preview: (priceId: string) => ['preview', priceId] as const,
  payments: ['payments'] as const,
  paymentsOf: (userId: string) => ['payments', 'of', userId] as const,
  receipt: (userId: string, paymentId: string) => ['payments', 'receipt', userId, paymentId] as const,
  allPlans: ['plans'] as const,
  plans: (platform: string) => ['plans', platform] as const,
  bank: ['bank'] as const,
  settled: (orderId: string, intentId: string) => ['settled', orderId, intentId] as const,
};
