import type { Schedule } from '@vitrine/contract/schedule';
import type { PublishSchedule, ScheduleRequest, ScheduleWindow } from '@vitrine/contract/schedule-windows';

/** Priority of a schedule without one. */
export const DEFAULT_PRIORITY = 5;

/** Window that never opens. Earlier versions get it when they can express none of the windows, so that they never show the publish at a wrong time. */
const NEVER: Schedule = { startTime: '00:00', endTime: '00:01', repeat: 'Once', date: '1970-01-01' };

/** Returns true for windows that versions without `windows` evaluate in the same way. */
function isSimple(window: ScheduleWindow): window is Schedule & ScheduleWindow {
  const { repeat, from, until, except } = window;
  return (repeat === 'Daily' || repeat === 'Once' || repeat === 'Weekly') && !from && !until && !except;
}

/** Returns the window for earlier versions: the first one that they can express. They show the publish only at times at which it is scheduled. */
export const toSimpleSchedule = (windows: readonly ScheduleWindow[]): Schedule => windows.find(isSimple) ?? NEVER;

/** Returns a schedule as it is stored and sent, or undefined when the request has none. A single simple window has the form that all versions know. */
export function toPublishSchedule({ schedule, windows = schedule && [schedule], priority }: ScheduleRequest): PublishSchedule | undefined {
  if (!windows) return undefined;
  const simple = toSimpleSchedule(windows);
  return {
    schedule: simple,
    ...((windows.length > 1 || simple === NEVER) && { windows }),
    ...(priority !== undefined && priority !== DEFAULT_PRIORITY && { priority }),
  };
}

/** Returns all windows of a schedule; null for a publish without a schedule. */
export const listWindows = ({ schedule, windows }: Pick<PublishSchedule, 'schedule' | 'windows'>): readonly ScheduleWindow[] | null =>
  schedule && (windows ?? [schedule]);
