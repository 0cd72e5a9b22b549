import { defineEvent } from '../../platform/events.ts';

/** The device came to be, or is called or set otherwise: its manifest tells of it. */
export const deviceChanged = defineEvent<{ deviceId: string }>('devices.changed');

/** The screen is nobody's device any more. */
export const deviceRemoved = defineEvent<{ screenId: string }>('devices.removed');

/** A screen did what a device command asked for. */
export const deviceCommandCompleted = defineEvent<{ commandId: string; deviceId: string }>('devices.commandCompleted');
