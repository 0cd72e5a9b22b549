import { MEDIA_STATUS, type Media } from '@vitrine/contract/media';
import { isPlanLimitError } from '../../lib/app-error.ts';
import { formatBytes, formatCount, formatTimeLeft } from '../../lib/format.ts';
import { isInProgress, type UploadItem, type UploadQueue } from './queue-state.ts';

/** Summary of the upload queue. */
export interface UploadSummary {
  title: string;
  /** Remaining size, speed and time. */
  note: string | null;
  /** Announcement for screen readers. Changes when uploads start, stop, fail or end, but not with their progress. */
  spoken: string;
  failed: number;
  missing: number;
  /** The server's message when a plan limit refused files; otherwise null. */
  planRefusal: string | null;
  isBusy: boolean;
}

export function summarizeUploads({ items, isPaused, isOffline }: UploadQueue): UploadSummary {
  const inProgress = items.filter(isInProgress);
  const count = (is: UploadItem['state']['is']) => items.filter(({ state }) => state.is === is).length;
  const [failed, missing] = [count('failed'), count('missing')];
  const isBusy = inProgress.length > 0;
  const mode = isPaused ? 'Paused' : isOffline ? 'Waiting for connection' : null;
  const title = mode ? `${mode}, ${formatCount(inProgress.length, 'file')} left` : `Uploading ${formatCount(inProgress.length, 'file')}`;
  const finishedTitle = getFinishedTitle(items, failed, missing);
  const failures = failed > 0 ? ` ${formatCount(failed, 'file')} failed.` : '';
  return {
    title: isBusy ? title : finishedTitle,
    note: isBusy && !mode ? getRemainingNote(inProgress) : null,
    spoken:
      items.length === 0 ? '' : `${isBusy ? `${mode ? `Uploads: ${mode.toLowerCase()}` : 'Uploading'}.${failures}` : `${finishedTitle}.`}`,
    failed,
    missing,
    planRefusal: getPlanLimitMessage(items),
    isBusy,
  };
}

function getPlanLimitMessage(items: readonly UploadItem[]): string | null {
  for (const { state } of items) if (state.is === 'failed' && isPlanLimitError(state.code)) return state.reason;
  return null;
}

function getFinishedTitle(items: readonly UploadItem[], failed: number, missing: number): string {
  if (failed > 0) return `${formatCount(failed, 'file')} failed`;
  if (missing > 0) return `${formatCount(missing, 'upload was', 'uploads were')} interrupted`;
  const known = items.filter(({ state }) => state.is === 'uploaded' && state.duplicateOf !== null).length;
  if (known === items.length) return known === 1 ? 'File already uploaded' : 'All files already uploaded';
  const uploaded = `${formatCount(items.length - known, 'file')} uploaded`;
  return known === 0 ? uploaded : `${uploaded}, ${known} already there`;
}

function getRemainingNote(inProgress: readonly UploadItem[]): string {
  let left = 0;
  let speed = 0;
  for (const { size, state } of inProgress) {
    left += size;
    if (state.is !== 'uploading') continue;
    left -= state.sentBytes;
    speed += state.bytesPerSecond;
  }
  if (speed <= 0) return `${formatBytes(left)} left`;
  return `${formatBytes(left)} at ${formatBytes(speed)}/s, ${formatTimeLeft(left / speed)}`;
}

/** Displayed status of a file. */
interface UploadStatus {
  text: string;
  /** Percent; null for indeterminate progress; undefined for no bar. */
  bar?: number | null;
  tone?: 'good' | 'bad';
}

/** Processing state reported by the server. */
interface ProcessingState {
  media: Pick<Media, 'status' | 'failureReason'> | undefined;
  percent: number | null;
}

export function getUploadStatus(
  { state, size }: UploadItem,
  queue: Pick<UploadQueue, 'isPaused' | 'isOffline'>,
  processing: ProcessingState,
): UploadStatus {
  switch (state.is) {
    case 'missing':
      return { text: 'Choose this file again to continue', tone: 'bad' };
    case 'queued':
      return { text: getQueuedLabel(queue) };
    case 'checking':
      return { text: 'Checking', bar: null };
    case 'failed':
      return { text: state.reason, tone: 'bad' };
    case 'uploading':
      return { text: getUploadingLabel(state, size), bar: (state.sentBytes / size) * 100 };
    case 'uploaded':
      if (state.duplicateOf) return { text: 'Already in this album', tone: 'good' };
      return state.mediaId ? getProcessingStatus(processing) : { text: 'Done', tone: 'good' };
  }
}

function getQueuedLabel({ isPaused, isOffline }: Pick<UploadQueue, 'isPaused' | 'isOffline'>): string {
  if (isPaused) return 'Paused';
  return isOffline ? 'Waiting for connection' : 'Queued';
}

function getUploadingLabel({ sentBytes, bytesPerSecond }: { sentBytes: number; bytesPerSecond: number }, size: number): string {
  if (bytesPerSecond <= 0) return `Uploading, ${formatBytes(size)}`;
  return `Uploading, ${formatBytes(bytesPerSecond)}/s, ${formatTimeLeft((size - sentBytes) / bytesPerSecond)}`;
}

function getProcessingStatus({ media, percent }: ProcessingState): UploadStatus {
  if (media?.status === MEDIA_STATUS.failed) return { text: media.failureReason ?? 'Couldn’t process this file.', tone: 'bad' };
  if (media?.status === MEDIA_STATUS.playable) return { text: 'Ready to play in 720p', tone: 'good' };
  if (media && media.status >= MEDIA_STATUS.complete) return { text: 'Done', tone: 'good' };
  return { text: percent === null ? 'Processing' : `Processing, ${Math.round(percent)}%`, bar: percent };
}
