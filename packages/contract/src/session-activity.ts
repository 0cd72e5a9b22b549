/** How pages report that their user is away, and why the server ended a session. Imported by public pages, so without zod. */

/** Request header with the seconds for which the user of a page has been inactive. Requests without it count as activity. */
export const IDLE_HEADER = 'x-idle-seconds';

/** Why a session ended without a request of this browser. */
export const SESSION_END_REASONS = ['idle', 'administrator', 'password', 'email', 'secondFactor', 'disabled', 'elsewhere'] as const;
export type SessionEndReason = (typeof SESSION_END_REASONS)[number];
