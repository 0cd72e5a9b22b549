import { countOf } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import type { Scheduling } from '../hooks/use-schedule-many.ts';
import styles from './publish-dialog.module.css';

interface ScheduleOutcomeProps {
  scheduling: Scheduling;
  onRetry: () => void;
}

/** How far the schedule is, and on which devices it could not be saved. */
export function ScheduleOutcome({ scheduling: { total, done, isRunning, failures }, onRetry }: ScheduleOutcomeProps) {
  const saved = done - failures.length;
  return (
    <section className={styles.outcome} aria-label="Schedule">
      <output>
        {isRunning ? 'Saving the schedule: ' : 'Schedule saved on '}
        {`${(isRunning ? done : saved).toLocaleString('en-US')} of ${countOf(total, 'device')}.`}
      </output>
      {isRunning && <Progress value={(done / total) * 100} label="Schedule" />}
      {failures.length > 0 && (
        <div role="alert">
          <p className={styles.soft}>The playlist is on these devices without this schedule:</p>
          <ul className={styles.failures} aria-label="Without the schedule">
            {failures.map(({ publish, reason }) => (
              <li key={publish._id} className={styles.soft} data-bad="">
                <strong>{publish.deviceId.name}</strong>: {reason}
              </li>
            ))}
          </ul>
        </div>
      )}
      {failures.some(({ mayPass }) => mayPass) && (
        <Button icon={<RetryIcon size={18} />} onClick={onRetry}>
          Try again
        </Button>
      )}
    </section>
  );
}
