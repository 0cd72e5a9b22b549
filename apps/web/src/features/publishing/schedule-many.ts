import type { Publish } from '@vitrine/contract/publishing';
import { messageOf } from '../../lib/app-error.ts';

export interface ScheduleFailure {
  publish: Publish;
  reason: string;
  /** Another try may end otherwise. */
  mayPass: boolean;
}

/** So many calls are under way at once. */
const AT_ONCE = 6;

/** The main playlist has no schedule (specification 2 §4). */
const MAIN = 'It is the main playlist there, which has no schedule.';

/** One call for each publish, a few at a time; tells after each how many are done, and in the end what failed. */
export async function scheduleMany(
  publishes: readonly Publish[],
  save: (publish: Publish) => Promise<unknown>,
  onDone: (count: number) => void,
): Promise<ScheduleFailure[]> {
  const failures: ScheduleFailure[] = [];
  // Shared by all who take from it.
  const waiting = publishes.values();
  let done = 0;
  const work = async () => {
    for (const publish of waiting) {
      if (publish.mainPlaylist) failures.push({ publish, reason: MAIN, mayPass: false });
      else await save(publish).catch((error: unknown) => failures.push({ publish, reason: messageOf(error), mayPass: true }));
      onDone(++done);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures;
}
