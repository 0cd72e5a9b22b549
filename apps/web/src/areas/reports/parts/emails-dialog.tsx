import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { reportEmailsOptions, useEditReportEmails } from '../api/reports.ts';

interface EmailsDialogProps {
  scope: OwnerScope;
  isOpen: boolean;
  onClose: () => void;
}

/** Turns the weekly and the monthly report on or off. */
export function EmailsDialog({ scope, isOpen, onClose }: EmailsDialogProps) {
  const emails = useQuery({ ...reportEmailsOptions(scope), enabled: isOpen });
  const [draft, setDraft] = useState<{ weekly: boolean; monthly: boolean }>();
  const settings = draft ?? emails.data;
  const close = () => {
    setDraft(undefined);
    onClose();
  };
  const save = useEditReportEmails(scope, {
    onSuccess: () => {
      toast.success('Settings saved.');
      close();
    },
  });
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={close}
      onSubmit={(event) => {
        event.preventDefault();
        if (settings) save.mutate({ weekly: settings.weekly, monthly: settings.monthly });
      }}
      title="Reports by email"
      description={emails.data && `A summary of plays and screens is sent to ${emails.data.email}.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      isSubmitDisabled={!settings}
      failure={save.error && getErrorMessage(save.error)}
    >
      {emails.isLoadingError && <LoadFailure message={getErrorMessage(emails.error)} onRetry={() => void emails.refetch()} />}
      {!settings && emails.isPending && <Skeleton style={{ height: 96 }} />}
      {settings && (
        <Stack gap={4}>
          <SwitchField
            label="Every Monday, about the last week"
            isOn={settings.weekly}
            onChange={(weekly) => setDraft({ ...settings, weekly })}
          />
          <SwitchField
            label="On the first of each month, about the last month"
            isOn={settings.monthly}
            onChange={(monthly) => setDraft({ ...settings, monthly })}
          />
        </Stack>
      )}
    </FormDialog>
  );
}
