import { defineEvent } from '../../platform/events.ts';

/** Somebody signed up. */
export const accountCreated = defineEvent<{ userId: string }>('accounts.created');

/** The address is proven to be this person's. */
export const emailVerified = defineEvent<{ userId: string; email: string }>('accounts.emailVerified');

/** The account goes: what it owns beyond its rows (bytes, screens) goes first. */
export const accountDeleting = defineEvent<{ userId: string }>('accounts.deleting');
