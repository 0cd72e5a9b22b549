import { defineEvent } from '../../platform/events.ts';

/** The device came to be, or is called or set otherwise: its manifest tells of it. */
export const deviceChanged = defineEvent<{ deviceId: string }>('devices.changed');

/** The screen is nobody's device any more. */
export const deviceRemoved = defineEvent<{ screenId: string }>('devices.removed');

/** Devices belong to somebody else from now on: to these people, who may do with them what the people before could. */
export const devicesTransferred = defineEvent<{ deviceIds: string[]; userIds: string[] }>('devices.moved');

/** A screen did what a device command asked for. */
export const deviceCommandCompleted = defineEvent<{ commandId: string; deviceId: string }>('devices.commandCompleted');
