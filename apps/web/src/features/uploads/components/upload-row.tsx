import { MEDIA_STATUS } from '@vitrine/contract/media';
import { formatBytes, formatTimeLeft } from '../../../lib/format.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { CheckIcon, CloseIcon, RetryIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { useProcessing } from '../api/processing.ts';
import { type UploadItem, uploads } from '../upload-queue.ts';
import styles from './upload-dock.module.css';

interface Face {
  text: string;
  /** Percent; null for 'working, nobody knows how far'; absent for no bar. */
  bar?: number | null;
  tone?: 'good' | 'bad';
}

export function UploadRow({ item, isPaused }: { item: UploadItem; isPaused: boolean }) {
  const { state, file, id } = item;
  const face = useFace(item, isPaused);
  return (
    <li className={styles.row} data-tone={face.tone}>
      <div className={styles.rowWords}>
        <span className={styles.name} title={file.name}>
          {file.name}
        </span>
        <span className={styles.state}>
          {face.tone === 'good' && <CheckIcon size={14} />}
          {face.tone === 'bad' && <WarningIcon size={14} />}
          {face.text}
        </span>
        {face.bar !== undefined && <Progress value={face.bar} label={file.name} />}
      </div>
      {state.is === 'failed' && (
        <IconButton label={`Retry ${file.name}`} icon={<RetryIcon size={18} />} onClick={() => uploads.retry(id)} />
      )}
      <IconButton
        label={state.is === 'uploaded' ? `Remove ${file.name} from the list` : `Cancel ${file.name}`}
        icon={<CloseIcon size={18} />}
        onClick={() => uploads.remove(id)}
      />
    </li>
  );
}

function useFace({ state, file, albumId }: UploadItem, isPaused: boolean): Face {
  const { media, percent } = useProcessing(albumId, state.is === 'uploaded' ? state.mediaId : null);
  switch (state.is) {
    case 'queued':
      return { text: isPaused ? 'Paused' : 'Queued' };
    case 'failed':
      return { text: state.reason, tone: 'bad' };
    case 'uploading': {
      if (state.bytesPerSecond === 0) return { text: `Uploading, ${formatBytes(file.size)}`, bar: (state.sentBytes / file.size) * 100 };
      const left = formatTimeLeft((file.size - state.sentBytes) / state.bytesPerSecond);
      return { text: `Uploading, ${formatBytes(state.bytesPerSecond)}/s, ${left}`, bar: (state.sentBytes / file.size) * 100 };
    }
    case 'uploaded':
      if (state.duplicateOf) return { text: 'Already in this album', tone: 'good' };
      if (!state.mediaId || (media && media.status >= MEDIA_STATUS.complete && media.status !== MEDIA_STATUS.failed))
        return { text: 'Done', tone: 'good' };
      if (media?.status === MEDIA_STATUS.failed) return { text: media.failureReason ?? 'It could not be processed.', tone: 'bad' };
      if (media?.status === MEDIA_STATUS.playable) return { text: 'Playable in 720p', tone: 'good' };
      return { text: percent === null ? 'Processing' : `Processing, ${Math.round(percent)} %`, bar: percent };
  }
}
