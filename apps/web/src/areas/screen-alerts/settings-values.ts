import { type AlertConditions, alertConditions, type QuietHours, quietHours, type ScreenAlerts } from '@vitrine/contract/screen-alerts';
import { z } from 'zod';
import { getBrowserTimeZone } from '../devices/time-zones.ts';

/** Values of the fields. Hidden ones keep their values while the user tries another choice. */
export interface SettingsValues {
  conditions: AlertConditions;
  source: { isOn: boolean };
  hasQuietHours: boolean;
  quietHours: QuietHours;
}

const NIGHT = { from: '22:00', until: '07:00' };

export const toSettingsValues = ({
  conditions,
  source,
  quietHours: hours,
}: Pick<ScreenAlerts, 'conditions' | 'source' | 'quietHours'>): SettingsValues => ({
  conditions,
  source,
  hasQuietHours: hours !== null,
  quietHours: hours ?? { ...NIGHT, timeZone: getBrowserTimeZone() },
});

export const settingsForm = z.object({
  conditions: alertConditions,
  source: z.object({ isOn: z.boolean() }),
  hasQuietHours: z.boolean(),
  quietHours,
});
