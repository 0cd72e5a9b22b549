import { useQueryClient } from '@tanstack/react-query';
import type { Publish } from '@vitrine/contract/publishing';
import type { Schedule } from '@vitrine/contract/schedule';
import { useEffect, useRef, useState } from 'react';
import { countOf } from '../../../lib/format.ts';
import { keys } from '../../../lib/query-keys.ts';
import { toast } from '../../../ui/toast-store.ts';
import { saveSchedule } from '../api/publishes.ts';
import { type ScheduleFailure, scheduleMany } from '../schedule-many.ts';

/** What has become of it so far. */
export interface Scheduling {
  schedule: Schedule;
  total: number;
  done: number;
  isRunning: boolean;
  failures: readonly ScheduleFailure[];
}

/** One schedule for many publishes. It goes on when its dialog is closed, and says in the end what came of it. */
export function useScheduleMany() {
  const client = useQueryClient();
  const [state, setState] = useState<Scheduling | null>(null);
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  const run = async (publishes: readonly Publish[], schedule: Schedule) => {
    const start: Scheduling = { schedule, total: publishes.length, done: 0, isRunning: true, failures: [] };
    setState(start);
    // Leaving the page now would leave some with the schedule and some without, and nobody told.
    const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', askBeforeLeaving);
    const failures = await scheduleMany(
      publishes,
      (publish) => saveSchedule(publish, schedule),
      (done) => setState({ ...start, done }),
    );
    window.removeEventListener('beforeunload', askBeforeLeaving);
    setState({ ...start, done: start.total, isRunning: false, failures });
    for (const queryKey of [keys.devices, keys.publishes]) void client.invalidateQueries({ queryKey });
    const all = countOf(start.total, 'device');
    if (failures.length === 0) toast.success(`Schedule saved on ${all}.`);
    // Where the dialog is up it says more.
    else if (!isShown.current) toast.error(`The schedule was not saved on ${failures.length.toLocaleString('en-US')} of ${all}.`);
  };
  return { state, run };
}
