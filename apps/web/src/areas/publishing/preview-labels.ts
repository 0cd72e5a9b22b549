import type { PreviewCase, SchedulePreview } from '@vitrine/contract/schedule-preview';
import { toLocalDateTime } from '@vitrine/playback';
import { formatBytes, formatCount } from '../../lib/format.ts';
import { formatDeviceMoment, formatTwelveHours } from '../../lib/wall-clock.ts';
import { LOSS_LABELS } from './calendar-layout.ts';

/** Names that are listed before the number of the others. */
const NAMES_SHOWN = 3;
const CHANGES_SHOWN = 4;
/** True for a change that lasts at least until the end of the comparison. */
const isOpenEnd = (to: string, { to: end }: Pick<SchedulePreview, 'to'>) => to === end;

/** Formats devices: `Kitchen, Hall and 3 others`. */
export function formatDeviceNames({ devices, names }: { devices: number; names: readonly string[] }): string {
  const shown = names.slice(0, NAMES_SHOWN);
  const others = devices - shown.length;
  return others > 0 ? `${shown.join(', ')} and ${formatCount(others, 'other')}` : shown.join(', ');
}

const nameOf = (shown: { name: string } | null) => (shown ? `“${shown.name}”` : 'the standby image');

/** Describes what changes on the screens of a case, and which schedules are not shown. */
export function describeCase(effect: PreviewCase, preview: Pick<SchedulePreview, 'to'>, now = Date.now()): string[] {
  const { timeZone, changes, losses } = effect;
  const formatSpan = ({ from, to }: { from: string; to: string }) => {
    const start = Date.parse(from) <= now ? 'Now' : formatDeviceMoment(from, timeZone, now);
    if (isOpenEnd(to, preview)) return `${start} on`;
    const isSameDay = toLocalDateTime(Date.parse(from), timeZone).date === toLocalDateTime(Date.parse(to), timeZone).date;
    const end = isSameDay ? formatTwelveHours(toLocalDateTime(Date.parse(to), timeZone).time) : formatDeviceMoment(to, timeZone, now);
    return `${start} – ${end}`;
  };
  const shownChanges = changes.slice(0, CHANGES_SHOWN);
  const moreChanges = changes.length - shownChanges.length + effect.moreChanges;
  const shownLosses = losses.slice(0, CHANGES_SHOWN);
  const moreLosses = losses.length - shownLosses.length + effect.moreLosses;
  return [
    ...shownChanges.map((change) => `${formatSpan(change)}: ${nameOf(change.after)} instead of ${nameOf(change.before)}.`),
    ...(moreChanges > 0 ? [`${formatCount(moreChanges, 'more change')} after that.`] : []),
    ...shownLosses.map((loss) => `${formatSpan(loss)}: “${loss.name}” is scheduled but not shown: ${LOSS_LABELS[loss.why]}.`),
    ...(moreLosses > 0 ? [`${formatCount(moreLosses, 'more time')} at which a schedule is not shown.`] : []),
  ];
}

/** Summarizes the effect on all devices. */
export function summarizePreview({ devices, unchanged, notCompared, cases }: SchedulePreview): string {
  const others =
    notCompared > 0 ? ` ${formatCount(notCompared, 'more screen differs', 'more screens differ')} too much to be compared.` : '';
  if (devices === 0) return `No screen has this playlist.${others}`;
  if (cases.length === 0) return `Nothing changes on ${formatCount(devices, 'screen')}.${others}`;
  const changed = devices - unchanged;
  return `${changed === devices ? formatCount(devices, 'screen') : `${changed} of ${formatCount(devices, 'screen')}`} ${changed === 1 ? 'is' : 'are'} affected.${others}`;
}

/** Describes the screens that download files first. Null when all have them. */
export function describeDownloads({ downloading }: SchedulePreview): string | null {
  if (downloading.devices === 0) return null;
  const size = downloading.bytes > 0 ? ` (${formatBytes(downloading.bytes)})` : '';
  return `Not downloaded yet${size} on ${formatDeviceNames(downloading)}. These screens change when they have the files.`;
}

export const describeTooLarge = ({ tooLarge }: SchedulePreview): string | null =>
  tooLarge.devices === 0 ? null : `Not enough space on ${formatDeviceNames(tooLarge)}.`;
