import type { Publish } from '@vitrine/contract/publishing';
import type { PublishSchedule } from '@vitrine/contract/schedule-windows';
import { toLocalDateTime } from '@vitrine/playback';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useSaveSchedule } from '../api/publishes.ts';
import { ChangePreview } from './change-preview.tsx';
import { ScheduleFields, useScheduleForm } from './schedule-form.tsx';

interface ScheduleDialogProps {
  /** Publish to schedule; undefined while closed. */
  publish?: Publish;
  /** Schedule with which the dialog opens, instead of the saved one. */
  draft?: PublishSchedule;
  onClose: () => void;
}

export function ScheduleDialog({ publish, ...rest }: ScheduleDialogProps) {
  return publish ? <PublishScheduleForm key={publish._id} publish={publish} {...rest} /> : null;
}

function PublishScheduleForm({ publish, draft, onClose }: ScheduleDialogProps & { publish: Publish }) {
  const { timeZone } = publish.deviceId;
  const [today] = useState(() => toLocalDateTime(Date.now(), publish.deviceId).date);
  const form = useScheduleForm(today, draft ?? publish);
  const save = useSaveSchedule(publish, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Schedule saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Schedule “${publish.playlistId.name}”`}
      description={`Choose when to show it on ${publish.deviceId.name}. Times are in ${timeZone.replaceAll('_', ' ')} time.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      isSubmitDisabled={form.schedule === null}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={form.form.handleSubmit(() => form.schedule && save.mutate(form.schedule))}
    >
      <ScheduleFields form={form} />
      <ChangePreview
        request={
          (form.isDirty || draft) && form.schedule
            ? {
                action: 'schedule',
                playlistId: publish.playlistId._id,
                schedule: form.schedule,
                targets: { deviceId: [publish.deviceId._id] },
                stamp: publish.deviceId._id,
              }
            : null
        }
      />
    </FormDialog>
  );
}
