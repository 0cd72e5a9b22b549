import { Link } from '@tanstack/react-router';
import { type MouseEvent, memo } from 'react';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CheckIcon, CloseIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useProcessing } from '../api/uploads.ts';
import type { UploadItem } from '../queue-state.ts';
import { getUploadStatus } from '../upload-face.ts';
import { uploads } from '../upload-queue.ts';
import styles from './upload-dock.module.css';

interface UploadRowProps {
  item: UploadItem;
  isPaused: boolean;
  isOffline: boolean;
}

export const UploadRow = memo(function UploadRow({ item, isPaused, isOffline }: UploadRowProps) {
  const { state, name, id, albumId } = item;
  const processing = useProcessing(state.is === 'uploaded' ? state.mediaId : null);
  const { text, bar, tone } = getUploadStatus(item, { isPaused, isOffline }, processing);
  const duplicateOf = state.is === 'uploaded' ? state.duplicateOf : null;
  const remove = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    focusNextRow(currentTarget);
    uploads.remove(id);
  };
  const retry = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The button goes away with the failure.
    (currentTarget.nextElementSibling as HTMLElement | null)?.focus();
    uploads.retry(id);
  };
  return (
    <li className={styles.row} data-tone={tone} data-state={state.is}>
      <div className={styles.rowWords}>
        <span className={styles.name} title={name}>
          {name}
        </span>
        <span className={styles.state}>
          {tone === 'good' && <CheckIcon size={14} />}
          {tone === 'bad' && <WarningIcon size={14} />}
          {duplicateOf ? (
            <Link to="/main/media/preview" search={{ albumId, mediaId: duplicateOf }}>
              {text}
            </Link>
          ) : (
            text
          )}
        </span>
        {bar !== undefined && <Progress value={bar} label={name} />}
      </div>
      {state.is === 'failed' && <IconButton label={`Retry ${name}`} icon={<RetryIcon size={18} />} onClick={retry} />}
      <IconButton
        label={state.is === 'uploaded' ? `Remove ${name} from list` : `Cancel ${name}`}
        icon={<CloseIcon size={18} />}
        onClick={remove}
      />
    </li>
  );
});

/** The row goes away with its button: the keyboard goes on at the next one, and after the last at the page. */
function focusNextRow(button: HTMLElement): void {
  const row = button.closest('li');
  const neighbour = row?.nextElementSibling ?? row?.previousElementSibling;
  const next = neighbour?.querySelector<HTMLElement>('button:last-of-type') ?? document.getElementById('content');
  next?.focus({ preventScroll: !neighbour });
}
