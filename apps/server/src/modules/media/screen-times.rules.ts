import type { MediaValidity } from '@vitrine/contract';
import type { ScreenTimeColumns } from './media.store.ts';

/** When and how long screens show media. Undefined fields stay unchanged, and null removes the setting. */
export interface ScreenTimes {
  /** Seconds. */
  duration?: number | null;
  valid?: MediaValidity | null;
}

/** Returns the columns to write. Weekdays are sorted, so that equal periods are equal texts. */
export function toScreenTimeColumns({ duration, valid }: ScreenTimes): ScreenTimeColumns {
  return {
    ...(duration !== undefined && { duration_ms: duration === null ? null : duration * 1000 }),
    ...(valid !== undefined && { valid: valid && JSON.stringify(sortWeekdays(valid)) }),
  };
}

const sortWeekdays = ({ weekdays, ...rest }: MediaValidity): MediaValidity => ({
  ...rest,
  ...(weekdays && { weekdays: weekdays.toSorted((one, other) => one - other) }),
});
