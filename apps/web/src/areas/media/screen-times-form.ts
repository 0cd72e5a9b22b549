import type { Media } from '@vitrine/contract/media';
import { type MediaValidity, mediaDuration, mediaValidity } from '@vitrine/contract/media-validity';
import type { ScreenTimes } from './api/screen-times.ts';

/** Values of the form. `keep` leaves the setting of each selected item unchanged. */
export interface ScreenTimesFields {
  stays: 'keep' | 'playlist' | 'own';
  seconds: string;
  shown: 'keep' | 'always' | 'period';
  from: string;
  until: string;
  weekdays: number[];
  startTime: string;
  endTime: string;
}

export type ScreenTimesErrors = Partial<Record<keyof ScreenTimesFields, string>>;

const EMPTY_PERIOD = { from: '', until: '', weekdays: [], startTime: '', endTime: '' };
const DAYS_PER_WEEK = 7;

/** Returns the values of one item. */
export const getFieldsOfMedia = ({ duration, valid }: Pick<Media, 'duration' | 'valid'>): ScreenTimesFields => ({
  stays: duration === null ? 'playlist' : 'own',
  seconds: duration === null ? '' : `${duration}`,
  shown: valid ? 'period' : 'always',
  ...EMPTY_PERIOD,
  ...valid,
});

/** Values for several items, which leave everything unchanged. */
export const FIELDS_OF_SELECTION: ScreenTimesFields = { stays: 'keep', seconds: '', shown: 'keep', ...EMPTY_PERIOD };

/** Returns the fields of a period that limit it. All seven days do not. */
function toPeriod({ from, until, weekdays, startTime, endTime }: ScreenTimesFields): MediaValidity {
  return {
    ...(from && { from }),
    ...(until && { until }),
    ...(weekdays.length > 0 && weekdays.length < DAYS_PER_WEEK && { weekdays }),
    ...(startTime && { startTime }),
    ...(endTime && { endTime }),
  };
}

/** Returns the entered period; null while it is incomplete or invalid. */
export function parsePeriod(fields: ScreenTimesFields): MediaValidity | null {
  const { data } = mediaValidity.safeParse(toPeriod(fields));
  return data ?? null;
}

/** Returns what to save, or the errors by field. */
export function parseScreenTimes(
  fields: ScreenTimesFields,
): { times: ScreenTimes; errors: null } | { times: null; errors: ScreenTimesErrors } {
  const times: ScreenTimes = {};
  const errors: ScreenTimesErrors = {};
  if (fields.stays === 'playlist') times.duration = null;
  if (fields.shown === 'always') times.valid = null;
  if (fields.stays === 'own') {
    const { data, error } = mediaDuration.safeParse(fields.seconds === '' ? 0 : Number(fields.seconds));
    if (data !== undefined) times.duration = data;
    else errors.seconds = error?.issues[0]?.message;
  }
  if (fields.shown === 'period') {
    const { data, error } = mediaValidity.safeParse(toPeriod(fields));
    if (data) times.valid = data;
    // A problem of the whole period is shown where it begins.
    for (const { path, message } of error?.issues ?? []) errors[(path[0] ?? 'from') as keyof ScreenTimesFields] ??= message;
  }
  return Object.keys(errors).length > 0 ? { times: null, errors } : { times, errors: null };
}
