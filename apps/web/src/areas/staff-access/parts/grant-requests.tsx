import { useQuery } from '@tanstack/react-query';
import type { GrantDuration, StaffGrant } from '@vitrine/contract/staff-access';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { staffGrantsQuery, useAnswerGrant } from '../api/staff-access.ts';
import { DURATION_OPTIONS } from '../visit-labels.ts';
import styles from './staff-access.module.css';

/** Requests of staff to view the user's account, shown above every page until they are answered. */
export function GrantRequests() {
  const { data = [] } = useQuery(staffGrantsQuery);
  const waiting = data.filter(({ state }) => state === 'waiting');
  if (waiting.length === 0) return null;
  return (
    <div className={styles.requests}>
      {waiting.map((grant) => (
        <GrantRequest key={grant._id} grant={grant} />
      ))}
    </div>
  );
}

function GrantRequest({ grant }: { grant: StaffGrant }) {
  const [duration, setDuration] = useState<GrantDuration>(grant.duration);
  const answer = useAnswerGrant({
    onSuccess: ({ result }) => toast.success(result.state === 'allowed' ? 'Access allowed.' : 'Access denied.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const pendingAnswer = answer.isPending ? answer.variables.answer : undefined;
  return (
    <Panel
      title={`${grant.staffName} asks to view your account`}
      note={grant.message ? `“${grant.message}”` : 'They would see your photos, albums and addresses. You can revoke it at any time.'}
    >
      <Row wrap align="end" gap={3}>
        <SelectField
          label="Allow for"
          value={duration}
          options={DURATION_OPTIONS}
          onChange={({ target }) => setDuration(target.value as GrantDuration)}
        />
        <Button isLoading={pendingAnswer === 'allow'} onClick={() => answer.mutate({ id: grant._id, answer: 'allow', duration })}>
          Allow access
        </Button>
        <Button isLoading={pendingAnswer === 'deny'} onClick={() => answer.mutate({ id: grant._id, answer: 'deny' })}>
          Deny access
        </Button>
      </Row>
    </Panel>
  );
}
