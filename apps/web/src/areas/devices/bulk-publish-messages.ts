import type { DevicesPlaylist, PublishOutcomes } from '@vitrine/contract/bulk-publishes';
import { formatCount } from '../../lib/format.ts';
import type { BulkResult } from './bulk-result-messages.ts';

const have = (count: number) => (count === 1 ? 'has' : 'have');
const getAbsentNote = (count: number) =>
  count > 0 ? [`${formatCount(count, 'device')} ${count === 1 ? 'doesn’t' : 'don’t'} have this playlist.`] : [];
const getTagNote = (count: number) =>
  count > 0
    ? [
        `${formatCount(count, 'device')} ${have(count)} it because of a tag and ${count === 1 ? 'keeps' : 'keep'} it. Remove the playlist from the tag instead.`,
      ]
    : [];

/** Number of devices from which a playlist can be removed. */
export const countRemovable = ({ devices, byTag }: DevicesPlaylist): number => devices - byTag;

/** Describes the effect of a removal before it happens. `selected` is the number of selected devices. */
export const describeRemoval = (playlist: DevicesPlaylist, selected: number): string =>
  [
    countRemovable(playlist) > 0
      ? `The playlist will be removed from ${formatCount(countRemovable(playlist), 'device')}.`
      : 'No devices will be changed.',
    ...getTagNote(playlist.byTag),
    ...getAbsentNote(selected - playlist.devices),
  ].join(' ');

/** Describes the effect of a schedule before it is set. `selected` is the number of selected devices. */
export const describeScheduling = ({ devices, scheduled }: DevicesPlaylist, selected: number): string =>
  [
    `The schedule will apply on ${formatCount(devices, 'device')}, in the local time of each.`,
    ...(scheduled > 0 ? [`It replaces the schedule that ${formatCount(scheduled, 'device')} already ${have(scheduled)}.`] : []),
    ...getAbsentNote(selected - devices),
  ].join(' ');

/** Returns the result of a change: `“Summer” removed from 12 devices. 3 no longer exist.` */
export function getPublishResult(done: (count: string) => string, { done: count, absent, byTag, gone }: PublishOutcomes): BulkResult {
  const others = [
    ...getTagNote(byTag),
    ...getAbsentNote(absent),
    ...(gone > 0 ? [`${formatCount(gone, 'device')} no longer ${gone === 1 ? 'exists' : 'exist'}.`] : []),
  ];
  const text = [`${count > 0 ? done(formatCount(count, 'device')) : 'No devices were changed'}.`, ...others].join(' ');
  return { text, isWhole: others.length === 0 };
}
