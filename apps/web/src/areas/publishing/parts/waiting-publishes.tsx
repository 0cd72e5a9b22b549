import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { WaitingPublish } from '@vitrine/contract/waiting-publishes';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { ClockIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { useCancelWaitingPublish, type WaitingPublishScope, waitingPublishesOptions } from '../api/waiting-publishes.ts';
import { formatPublishSchedule } from '../schedule-labels.ts';
import styles from './publish-dialog.module.css';

/** Publishes of a playlist, or to a device, that wait for a screen. Shows nothing without any. */
export function WaitingPublishes({ scope }: { scope: WaitingPublishScope }) {
  const waiting = useQuery(waitingPublishesOptions(scope));
  if (waiting.isLoadingError)
    return (
      <Text tone="soft" size="sm">
        {getErrorMessage(waiting.error)}
      </Text>
    );
  if (!waiting.data || waiting.data.length === 0) return null;
  return (
    <Stack as="ul" gap={2} aria-label="Waiting for the screen">
      {waiting.data.map((publish) => (
        <Row as="li" key={publish._id} align="center" gap={3}>
          <ClockIcon size={18} />
          <span className={styles.words}>
            {'deviceId' in scope ? (
              publish.playlist.name
            ) : (
              <Link to="/main/device/devicedetailpage" search={{ deviceId: publish.device._id }}>
                {publish.device.name}
              </Link>
            )}
            <Text as="span" tone="soft" size="sm">
              {getWaitingLabel(publish)}
            </Text>
          </span>
          <CancelButton publish={publish} label={'deviceId' in scope ? publish.playlist.name : publish.device.name} />
        </Row>
      ))}
    </Stack>
  );
}

export const getWaitingLabel = (publish: Pick<WaitingPublish, 'schedule' | 'windows' | 'priority'>) => {
  const schedule = formatPublishSchedule(publish);
  return `Waiting for the screen${schedule ? ` · ${schedule}` : ''}`;
};

/** Shows nothing to people who cannot change the device. */
export function CancelButton({ publish, label }: { publish: WaitingPublish; label: string }) {
  const cancel = useCancelWaitingPublish(messageToasts);
  if (!publish.abilities.cancel) return null;
  return (
    <Button kind="quiet" aria-label={`Cancel publishing ${label}`} isLoading={cancel.isPending} onClick={() => cancel.mutate(publish)}>
      Cancel
    </Button>
  );
}
