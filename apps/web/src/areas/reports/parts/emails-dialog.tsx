import { useQuery } from '@tanstack/react-query';
import type { ReportEmails } from '@vitrine/contract/reports';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Dialog } from '../../../ui/dialog.tsx';
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

const TITLE = 'Reports by email';

/** Turns the weekly and the monthly report on or off. */
export function EmailsDialog({ scope, isOpen, onClose }: EmailsDialogProps) {
  const emails = useQuery({ ...reportEmailsOptions(scope), enabled: isOpen });
  if (!isOpen) return null;
  if (emails.data) return <EmailsForm scope={scope} emails={emails.data} onClose={onClose} />;
  return (
    <Dialog isOpen onClose={onClose} title={TITLE}>
      {emails.isLoadingError ? (
        <LoadFailure message={getErrorMessage(emails.error)} onRetry={() => void emails.refetch()} />
      ) : (
        <Skeleton style={{ height: 120 }} />
      )}
    </Dialog>
  );
}

function EmailsForm({ scope, emails, onClose }: { scope: OwnerScope; emails: ReportEmails; onClose: () => void }) {
  const [weekly, setWeekly] = useState(emails.weekly);
  const [monthly, setMonthly] = useState(emails.monthly);
  const save = useEditReportEmails(scope, {
    onSuccess: () => {
      toast.success('Settings saved.');
      onClose();
    },
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate({ weekly, monthly });
      }}
      title={TITLE}
      description={`A summary of plays and screens is sent to ${emails.email}.`}
      submitLabel="Save"
      isSubmitting={save.isPending}
      failure={save.error && getErrorMessage(save.error)}
    >
      <Stack gap={4}>
        <SwitchField label="Every Monday, about the last week" isOn={weekly} onChange={setWeekly} />
        <SwitchField label="On the first of each month, about the last month" isOn={monthly} onChange={setMonthly} />
      </Stack>
    </FormDialog>
  );
}
