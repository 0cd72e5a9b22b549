import type { AlertConditions, QuietHours, ScreenAlertKind, ScreenCondition } from '@vitrine/contract/screen-alerts';
import { formatCount } from '../../lib/format.ts';
import { formatTwelveHours } from '../../lib/wall-clock.ts';

/** Names of conditions in settings. */
export const CONDITION_LABELS: Readonly<Record<ScreenAlertKind, string>> = {
  offline: 'Screen is offline',
  nothingToShow: 'Nothing to show',
  damagedItems: 'Items that can’t be shown',
  storage: 'No space for new content',
  clock: 'Wrong clock',
  temperature: 'Too hot',
  underVoltage: 'Too little power',
  pictureDiffers: 'Screenshot differs',
  source: 'Data source or feed can’t be updated',
  feed: 'Feed of public warnings can’t be fetched',
};

/** Predicates of active alerts, after the name of the screen, data source or feed. */
export const ACTIVE_LABELS: Readonly<Record<ScreenAlertKind, string>> = {
  offline: 'is offline',
  nothingToShow: 'has nothing to show',
  damagedItems: 'can’t show some items',
  storage: 'has no space for new content',
  clock: 'has a wrong clock',
  temperature: 'is too hot',
  underVoltage: 'has too little power',
  pictureDiffers: 'doesn’t show the photo that it should',
  source: 'can’t be updated',
  feed: 'can’t be fetched',
};

export function describeCondition(condition: ScreenCondition, conditions: AlertConditions): string {
  if (!conditions[condition].isOn) return 'Off';
  if (condition === 'offline') return `After ${formatCount(conditions.offline.minutes, 'minute')}`;
  if (condition === 'temperature') return `From ${conditions.temperature.degrees} °C`;
  return 'On';
}

export const describeQuietHours = (hours: QuietHours | null): string =>
  hours === null
    ? 'None'
    : `${formatTwelveHours(hours.from)} to ${formatTwelveHours(hours.until)}, ${hours.timeZone.replaceAll('_', ' ')} time`;
