import { Button } from '../../../ui/button.tsx';
import { formatSchedule } from '../schedule-labels.ts';
import styles from './publish-dialog.module.css';
import { ScheduleFields } from './schedule-form.tsx';
import type { ScheduleForm } from './use-schedule-form.ts';

/** Folded away until somebody wants it: when the playlist is to show on all of the devices chosen. */
export function PublishSchedule({ form }: { form: ScheduleForm }) {
  const { isDirty, schedule } = form;
  return (
    <details className={styles.schedule}>
      <summary>
        Schedule
        <span className={styles.soft} data-complete={isDirty && schedule ? '' : undefined}>
          {isDirty ? (schedule ? formatSchedule(schedule) : 'Incomplete') : 'Optional'}
        </span>
      </summary>
      <div className={styles.fields}>
        <p className={styles.soft}>Choose when to show the playlist. Times are in each device’s time zone.</p>
        <ScheduleFields form={form} />
        {isDirty && (
          <Button kind="quiet" onClick={() => form.form.reset()}>
            Clear schedule
          </Button>
        )}
      </div>
    </details>
  );
}
