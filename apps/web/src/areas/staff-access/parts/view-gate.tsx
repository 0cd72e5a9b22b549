import type { GrantDuration, ViewOptions } from '@vitrine/contract/staff-access';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { EyeIcon } from '../../../ui/icons.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextAreaField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useOpenView, useRequestAccess } from '../api/staff-access.ts';
import { DURATION_LABELS, DURATION_OPTIONS } from '../visit-labels.ts';
import styles from './staff-access.module.css';

interface ViewGateProps {
  userId: string;
  options: ViewOptions;
}

/** Shown instead of an account's pages until the staff member opens the account, which is recorded. */
export function ViewGate({ userId, options }: ViewGateProps) {
  const { name, mode, isReadOnly, request, canOverride } = options;
  const isAllowed = mode === 'open' || request?.state === 'allowed';
  const open = useOpenView({ onError: (error) => toast.error(getErrorMessage(error)) });
  return (
    <div className={styles.gate}>
      <Panel
        title={`You are not viewing ${name}'s account`}
        note={`While you view the account, you can ${isReadOnly ? 'read' : 'read and change'} its content. Every visit is recorded, and ${name} sees it under Recent activity.`}
        actions={
          isAllowed && (
            <Button kind="primary" icon={<EyeIcon size={18} />} isLoading={open.isPending} onClick={() => open.mutate({ userId })}>
              View account
            </Button>
          )
        }
      />
      {!isAllowed && <AccessRequest userId={userId} options={options} />}
      {!isAllowed && canOverride && <Override userId={userId} name={name} />}
    </div>
  );
}

const STATE_MESSAGES = {
  waiting: 'The user was asked and has not answered yet.',
  denied: 'The user denied access. You can ask again after 24 hours.',
  revoked: 'The user revoked access. You can ask again after 24 hours.',
  expired: 'The last permission or request has expired.',
} as const;

function AccessRequest({ userId, options: { name, request } }: ViewGateProps) {
  const [duration, setDuration] = useState<GrantDuration>('hour');
  const [message, setMessage] = useState('');
  const requestAccess = useRequestAccess({
    onSuccess: ({ message: text }) => toast.success(text ?? 'The user was asked for permission.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const send = (event: FormEvent) => {
    event.preventDefault();
    requestAccess.mutate({ userId, duration, message });
  };
  const state =
    request && request.state !== 'allowed' ? `${STATE_MESSAGES[request.state]} Asked on ${formatDate(request.askedAt)}.` : undefined;
  return (
    <Panel title="Request access" note={state ?? `${name} has to allow it before you can view the account.`}>
      {request?.state !== 'waiting' && (
        <form className={styles.form} onSubmit={send}>
          <SelectField
            label="Duration"
            value={duration}
            options={DURATION_OPTIONS.map(({ value }) => ({
              value,
              label: value === 'untilRevoked' ? 'Until revoked' : DURATION_LABELS[value],
            }))}
            onChange={({ target }) => setDuration(target.value as GrantDuration)}
          />
          <TextAreaField label="Message to the user" value={message} maxLength={500} onChange={({ target }) => setMessage(target.value)} />
          <Button type="submit" kind="primary" isLoading={requestAccess.isPending}>
            Request access
          </Button>
        </form>
      )}
    </Panel>
  );
}

function Override({ userId, name }: { userId: string; name: string }) {
  const [reason, setReason] = useState('');
  const open = useOpenView({ onError: (error) => toast.error(getErrorMessage(error)) });
  const send = (event: FormEvent) => {
    event.preventDefault();
    open.mutate({ userId, reason });
  };
  return (
    <Panel title="View without permission" note={`Only for cases of abuse. ${name} sees the visit and your reason.`}>
      <form className={styles.form} onSubmit={send}>
        <TextAreaField label="Reason" required value={reason} maxLength={500} onChange={({ target }) => setReason(target.value)} />
        <Button type="submit" kind="danger" isLoading={open.isPending}>
          View without permission
        </Button>
      </form>
    </Panel>
  );
}
