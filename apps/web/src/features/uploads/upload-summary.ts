import { isPlanRefusal } from '../../entities/plans/plan-refusals.ts';
import { countOf, formatBytes, formatTimeLeft } from '../../lib/format.ts';
import { isInProgress, type UploadItem, type UploadQueue } from './queue-state.ts';

/** The whole queue in a few words. */
export interface UploadSummary {
  title: string;
  /** How much is left and how fast it goes. */
  note: string | null;
  /** For those who listen: changes when uploads begin, stop, fail and end, never as they go on. */
  spoken: string;
  failed: number;
  missing: number;
  /** Why the plan keeps files out, in the server's words; null when it is not the plan. */
  planRefusal: string | null;
  isBusy: boolean;
}

export function summarise({ items, isPaused, isOffline }: UploadQueue): UploadSummary {
  const inProgress = items.filter(isInProgress);
  const count = (is: UploadItem['state']['is']) => items.filter(({ state }) => state.is === is).length;
  const [failed, missing] = [count('failed'), count('missing')];
  const isBusy = inProgress.length > 0;
  const mode = isPaused ? 'Paused' : isOffline ? 'Waiting for the network' : null;
  const title = mode ? `${mode}, ${countOf(inProgress.length, 'file')} left` : `Uploading ${countOf(inProgress.length, 'file')}`;
  const end = endWords(items, failed, missing);
  const failures = failed > 0 ? ` ${countOf(failed, 'file')} failed.` : '';
  return {
    title: isBusy ? title : end,
    note: isBusy && !mode ? noteOf(inProgress) : null,
    spoken: items.length === 0 ? '' : `${isBusy ? `${mode ? `Uploads: ${mode.toLowerCase()}` : 'Uploading'}.${failures}` : `${end}.`}`,
    failed,
    missing,
    planRefusal: planRefusalOf(items),
    isBusy,
  };
}

function planRefusalOf(items: readonly UploadItem[]): string | null {
  for (const { state } of items) if (state.is === 'failed' && isPlanRefusal(state.code)) return state.reason;
  return null;
}

function endWords(items: readonly UploadItem[], failed: number, missing: number): string {
  if (failed > 0) return `${countOf(failed, 'file')} failed`;
  if (missing > 0) return `${countOf(missing, 'upload was', 'uploads were')} cut off`;
  const known = items.filter(({ state }) => state.is === 'uploaded' && state.duplicateOf !== null).length;
  if (known === items.length) return known === 1 ? 'The file was already there' : 'All files were already there';
  const uploaded = `${countOf(items.length - known, 'file')} uploaded`;
  return known === 0 ? uploaded : `${uploaded}, ${known} there already`;
}

function noteOf(inProgress: readonly UploadItem[]): string {
  let left = 0;
  let speed = 0;
  for (const { size, state } of inProgress) {
    left += size;
    if (state.is !== 'uploading') continue;
    left -= state.sentBytes;
    speed += state.bytesPerSecond;
  }
  if (speed <= 0) return `${formatBytes(left)} to send`;
  return `${formatBytes(left)} at ${formatBytes(speed)}/s, ${formatTimeLeft(left / speed)}`;
}
