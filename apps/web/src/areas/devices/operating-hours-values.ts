import { zodResolver } from '@hookform/resolvers/zod';
import {
  type BrightnessPlan,
  brightnessPlan,
  type HoursException,
  type HoursRange,
  type OperatingHours,
  type OperatingSettings,
  operatingHours,
  type WeekRange,
} from '@vitrine/contract/operating-hours';
import type { Resolver, UseFormReturn } from 'react-hook-form';
import { z } from 'zod';

/** Values of the fields. Hidden ones keep their values while the user tries another choice. */
export interface OperationValues {
  /** `keep` leaves the hours of several devices as they are. */
  hoursChoice: 'keep' | 'none' | 'week';
  week: WeekRange[];
  exceptions: (HoursException & { isClosed: boolean })[];
  brightnessChoice: 'keep' | 'none' | 'plan';
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
    hoursChoice: hours ? 'week' : 'none',
    week: hours?.week ?? [{ weekdays: WEEKDAYS, ...OFFICE_HOURS }],
    exceptions: exceptions.map((exception) => ({ ...exception, isClosed: exception.ranges.length === 0 })),
    brightnessChoice: brightness ? 'plan' : 'none',
    brightness: (
      brightness ?? [
        { time: '07:00', percent: 100 },
        { time: '20:00', percent: 50 },
      ]
    ).map(({ time, percent }) => ({ time, percent: String(percent) })),
  };
}

/** Returns the values for a change of several devices, whose settings may differ. */
export const createBulkOperationValues = (today: string): OperationValues => ({
  ...toOperationValues({}, today),
  hoursChoice: 'keep',
  brightnessChoice: 'keep',
});

const toExceptions = (exceptions: OperationValues['exceptions']): HoursException[] =>
  exceptions.map(({ date, isClosed, ranges }) => ({ date, ranges: isClosed ? [] : ranges }));
const toSteps = (steps: OperationValues['brightness']): BrightnessPlan =>
  steps.map(({ time, percent }) => ({ time, percent: percent.trim() === '' ? Number.NaN : Number(percent) }));

/** Returns the request for these values. Null removes a setting. */
export const toOperationRequest = ({
  hoursChoice,
  week,
  exceptions,
  brightnessChoice,
  brightness,
}: OperationValues): OperatingSettings => ({
  ...(hoursChoice !== 'keep' && { operatingHours: hoursChoice === 'week' ? { week, exceptions: toExceptions(exceptions) } : null }),
  ...(brightnessChoice !== 'keep' && { brightness: brightnessChoice === 'plan' ? toSteps(brightness) : null }),
});

/** Schema of the values that are sent, with the names of the fields. An exception with other hours needs a range. */
export const operationForm = z.object({
  week: operatingHours.shape.week.optional(),
  exceptions: operatingHours.shape.exceptions.optional(),
  brightness: brightnessPlan.optional(),
});

/** Returns the values that are validated. */
export const toValidated = (values: OperationValues): z.input<typeof operationForm> => ({
  ...(values.hoursChoice === 'week' && { week: values.week, exceptions: toExceptions(values.exceptions) }),
  ...(values.brightnessChoice === 'plan' && { brightness: toSteps(values.brightness) }),
});

const validate = zodResolver(operationForm);

/** Validates the values of the form. It returns only what is validated, so the values of the form are sent. */
export const operationResolver = ((values: OperationValues, context, options) =>
  validate(toValidated(values), context, options as never)) as Resolver<OperationValues>;
