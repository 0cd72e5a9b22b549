import { defineEvent } from '../../platform/events.ts';

/** Subscriptions began, ended, or changed their plan, state or period. */
export const subscriptionChanged = defineEvent<{ subscriptionIds: string[] }>('subscriptions.changed');
