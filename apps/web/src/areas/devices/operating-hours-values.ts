import {
  type BrightnessPlan,
  brightnessPlan,
  type HoursException,
  type HoursRange,
  type OperatingHours,
  operatingHours,
  type WeekRange,
} from '@vitrine/contract/operating-hours';
import type { UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** Values of the fields. Hidden ones keep their values while the user tries another choice. */
export interface OperationValues {
  hasHours: boolean;
  week: WeekRange[];
  exceptions: (HoursException & { isClosed: boolean })[];
  hasBrightness: boolean;
  /** Numbers as text, as fields have them. */
  brightness: { time: string; percent: string }[];
}

export type OperationForm = UseFormReturn<OperationValues>;

export interface SavedOperation {
  operatingHours?: OperatingHours | undefined;
  brightness?: BrightnessPlan | undefined;
}

const WEEKDAYS = [1, 2, 3, 4, 5];
export const NEW_RANGE: HoursRange = { startTime: '', endTime: '' };
const OFFICE_HOURS: HoursRange = { startTime: '08:00', endTime: '18:00' };
const DAY_MS = 86_400_000;

/** Returns the values of saved settings, without exceptions that are over. `today` is a local date; the night of the day before may still last. */
export function toOperationValues({ operatingHours: hours, brightness }: SavedOperation, today: string): OperationValues {
  const yesterday = new Date(Date.parse(today) - DAY_MS).toISOString().slice(0, 10);
  const exceptions = (hours?.exceptions ?? []).filter(({ date }) => date >= yesterday);
  return {
    hasHours: hours !== undefined,
    week: hours?.week ?? [{ weekdays: WEEKDAYS, ...OFFICE_HOURS }],
    exceptions: exceptions.map((exception) => ({ ...exception, isClosed: exception.ranges.length === 0 })),
    hasBrightness: brightness !== undefined,
    brightness: (
      brightness ?? [
        { time: '07:00', percent: 100 },
        { time: '20:00', percent: 50 },
      ]
    ).map(({ time, percent }) => ({ time, percent: String(percent) })),
  };
}

const toExceptions = (exceptions: OperationValues['exceptions']): HoursException[] =>
  exceptions.map(({ date, isClosed, ranges }) => ({ date, ranges: isClosed ? [] : ranges }));
const toSteps = (steps: OperationValues['brightness']): BrightnessPlan =>
  steps.map(({ time, percent }) => ({ time, percent: percent.trim() === '' ? Number.NaN : Number(percent) }));

/** Returns the request for these values. Null removes a setting. */
export const toOperationRequest = ({ hasHours, week, exceptions, hasBrightness, brightness }: OperationValues) => ({
  operatingHours: hasHours ? { week, exceptions: toExceptions(exceptions) } : null,
  brightness: hasBrightness ? toSteps(brightness) : null,
});

/** Schema of the values that are sent, with the names of the fields. An exception with other hours needs a range. */
export const operationForm = z.object({
  week: operatingHours.shape.week.optional(),
  exceptions: operatingHours.shape.exceptions.optional(),
  brightness: brightnessPlan.optional(),
});

/** Returns the values that are validated. */
export const toValidated = ({ hasHours, week, exceptions, hasBrightness, brightness }: OperationValues): z.input<typeof operationForm> => ({
  ...(hasHours && { week, exceptions: toExceptions(exceptions) }),
  ...(hasBrightness && { brightness: toSteps(brightness) }),
});
