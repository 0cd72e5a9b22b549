import { defineEvent } from '../../platform/events.ts';

/** A prepared message is shown on its screens. */
export const emergencyRaised = defineEvent<{ alertId: string }>('emergency.raised');

/** Alerts ended, or their time is over. */
export const emergencyEnded = defineEvent<{ alertIds: string[] }>('emergency.ended');
