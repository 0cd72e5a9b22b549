import type { PublishHistory } from '@vitrine/contract/publish-history';
import { LOSS_LABELS } from './calendar-layout.ts';
import { formatPublishSchedule } from './schedule-labels.ts';

/** Explains why a device should have shown its playlist. */
export function describeReason({ shows, why, publishes }: Pick<PublishHistory, 'shows' | 'why' | 'publishes'>): string {
  switch (why) {
    case 'schedule': {
      const publish = publishes.find(({ playlistId }) => playlistId === shows?.playlistId);
      const schedule = publish && formatPublishSchedule(publish);
      return `it was scheduled${schedule ? ` (${schedule})` : ''}`;
    }
    case 'activated':
      return 'it was activated last';
    case 'main':
      return 'it was the main playlist';
    case 'idle':
      return publishes.length === 0 ? 'nothing was published on this screen' : 'nothing was scheduled for this time';
  }
}

export const describeLoss = ({ name, why }: PublishHistory['losses'][number]): string =>
  `“${name}” was scheduled too, but not shown: ${LOSS_LABELS[why]}.`;

/** Describes what the screen reported, and whether it differs from what it should have shown. */
export function describeReport(
  { reported, shows }: Pick<PublishHistory, 'reported' | 'shows'>,
  time: string,
): { text: string; isOther: boolean } {
  if (!reported) return { text: 'The screen did not report what it had begun to show.', isOther: false };
  const text = `The screen reported on ${time} that it had begun to show “${reported.name ?? 'Deleted playlist'}”, and nothing else until then.`;
  return { text, isOther: shows !== null && shows.playlistId !== reported.playlistId };
}

export const describeChange = ({ name, isRemoval }: PublishHistory['changes'][number]): string =>
  `“${name ?? 'Deleted playlist'}” was ${isRemoval ? 'removed' : 'published or changed'}`;
