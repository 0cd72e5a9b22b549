import type { WaitingPublish } from '@vitrine/contract/waiting-publishes';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { Button } from '../../../ui/button.tsx';
import { Text } from '../../../ui/text.tsx';
import type { PublishRequest } from '../api/publishes.ts';
import { usePublishWhenBack } from '../api/waiting-publishes.ts';
import styles from './publish-dialog.module.css';
import { CancelButton, getWaitingLabel } from './waiting-publishes.tsx';

interface PublishWhenBackProps {
  device: { _id: string; name: string };
  request: PublishRequest;
  /** False while the schedule is incomplete. */
  isComplete: boolean;
  /** Undefined unless the playlist waits for the device. */
  waiting?: WaitingPublish;
}

/** Offers to publish to an offline device when it is back, or states that the playlist waits for it. */
export function PublishWhenBack({ device, request, isComplete, waiting }: PublishWhenBackProps) {
  const publish = usePublishWhenBack(request, messageToasts);
  return (
    <div className={styles.whenBack}>
      {waiting ? (
        <>
          <Text as="span" size="sm" weight="medium">
            {getWaitingLabel(waiting)}
          </Text>
          <CancelButton publish={waiting} label={device.name} />
        </>
      ) : (
        <Button
          aria-label={`Publish when it is back: ${device.name}`}
          disabled={!isComplete}
          isLoading={publish.isPending}
          onClick={() => publish.mutate(device._id)}
        >
          Publish when it is back
        </Button>
      )}
    </div>
  );
}
