import { definePort } from '../../platform/ports.ts';

/** Asks the bank again about a subscription, whose invoices pay orders, and applies what it says. */
export const subscriptionTruth = definePort<(subscriptionId: string) => Promise<void>>('subscription truth');
