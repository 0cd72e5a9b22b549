import type { ScheduleRequest, ScheduleWindow } from '@vitrine/contract/schedule-windows';
import { DEFAULT_PRIORITY } from '@vitrine/playback';

/** Values of the fields of one window. Fields that the repetition does not use keep their values while the user tries another one. */
export interface WindowValues {
  repeat: ScheduleWindow['repeat'];
  startTime: string;
  endTime: string;
  date: string;
  weekdays: number[];
  dates: string[];
  /** Numbers as text, as selects have them. */
  month: string;
  on: { kind: 'day' | 'weekday'; day: string; nth: string; weekday: string };
  /** Empty without a limit. */
  from: string;
  until: string;
  except: string[];
}

export interface ScheduleValues {
  windows: WindowValues[];
  priority: string;
}

/** Returns the values of a window, or of a new one on this day. */
export function toWindowValues(today: string, window?: ScheduleWindow): WindowValues {
  const { on, month = Number(today.slice(5, 7)), ...fields } = window ?? {};
  return {
    repeat: 'Daily',
    startTime: '',
    endTime: '',
    date: today,
    weekdays: [],
    dates: [],
    from: '',
    until: '',
    except: [],
    ...fields,
    month: String(month),
    on: {
      kind: on && 'nth' in on ? 'weekday' : 'day',
      day: String(on && 'day' in on ? on.day : Number(today.slice(8))),
      nth: String(on && 'nth' in on ? on.nth : 1),
      weekday: String(on && 'nth' in on ? on.weekday : 1),
    },
  };
}

/** Returns only the fields that the repetition uses. */
export function toWindow({
  repeat,
  startTime,
  endTime,
  date,
  weekdays,
  dates,
  month,
  on,
  from,
  until,
  except,
}: WindowValues): ScheduleWindow {
  const dayOfMonth = on.kind === 'day' ? { day: Number(on.day) } : { nth: Number(on.nth), weekday: Number(on.weekday) };
  return {
    repeat,
    startTime,
    endTime,
    ...(repeat === 'Once' && { date }),
    ...(repeat === 'Weekly' && { weekdays }),
    ...(repeat === 'Dates' && { dates }),
    ...(repeat === 'Yearly' && { month: Number(month) }),
    ...((repeat === 'Monthly' || repeat === 'Yearly') && { on: dayOfMonth }),
    ...(from && { from }),
    ...(until && { until }),
    ...(except.length > 0 && { except }),
  };
}

/** Returns the request for these values. A single window of the simple form is sent as before, also to servers of earlier versions. */
export function toScheduleRequest({ windows: values, priority }: ScheduleValues): ScheduleRequest {
  const windows = values.map(toWindow);
  const [first] = windows;
  const isSimple = windows.length === 1 && first && isSimpleWindow(first);
  return {
    ...(isSimple ? { schedule: first } : { windows }),
    ...(Number(priority) !== DEFAULT_PRIORITY && { priority: Number(priority) }),
  };
}

type SimpleWindow = NonNullable<ScheduleRequest['schedule']>;

const isSimpleWindow = (window: ScheduleWindow): window is SimpleWindow & ScheduleWindow =>
  ['Daily', 'Once', 'Weekly'].includes(window.repeat) && !window.from && !window.until && !window.except;
