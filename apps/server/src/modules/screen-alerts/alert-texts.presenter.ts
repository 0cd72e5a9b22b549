import type { ScreenAlertKind } from '@vitrine/contract';
import { neutralizeLinks } from '../../platform/mail/neutralize-links.ts';
import type { ReportedAlert } from './screen-alerts.events.ts';

interface KindTexts {
  /** Predicates for one subject and for several. */
  begun: readonly [string, string];
  ended: readonly [string, string];
  /** Advice to the reader. */
  advice: string;
}

const KIND_TEXTS: Record<ScreenAlertKind, KindTexts> = {
  offline: {
    begun: ['is offline', 'are offline'],
    ended: ['is back online', 'are back online'],
    advice: 'Check power and network at the screen. A screen that has only lost its network keeps playing and reconnects by itself.',
  },
  nothingToShow: {
    begun: ['has nothing to show', 'have nothing to show'],
    ended: ['shows a playlist again', 'show a playlist again'],
    advice: 'Check that the playlists on the screen contain photos or videos.',
  },
  damagedItems: {
    begun: ['can’t show some items', 'can’t show some items'],
    ended: ['shows all items again', 'show all items again'],
    advice: 'The page of the screen names the items. Replace or delete them.',
  },
  storage: {
    begun: ['has no space for new content', 'have no space for new content'],
    ended: ['has enough space again', 'have enough space again'],
    advice: 'Publish fewer or shorter videos to the screen, or use a device with more storage.',
  },
  clock: {
    begun: ['has a wrong clock', 'have a wrong clock'],
    ended: ['has the right time again', 'have the right time again'],
    advice: 'Set the clock of the device. Without a connection, schedules follow it.',
  },
  temperature: {
    begun: ['is too hot', 'are too hot'],
    ended: ['has cooled down', 'have cooled down'],
    advice: 'Check the fan of the device and the air around it.',
  },
  underVoltage: {
    begun: ['has too little power', 'have too little power'],
    ended: ['has enough power again', 'have enough power again'],
    advice: 'Use the power supply that belongs to the device, and a short cable.',
  },
  pictureDiffers: {
    begun: ['shows another picture than it should', 'show another picture than they should'],
    ended: ['shows the right picture again', 'show the right picture again'],
    advice: 'Compare the last screenshot on the page of the screen with its playlist, then reload the screen.',
  },
  source: {
    begun: ['can’t be updated', 'can’t be updated'],
    ended: ['is updated again', 'are updated again'],
    advice: 'Check the address of the data source on its page.',
  },
  feed: {
    begun: ['can’t be fetched', 'can’t be fetched'],
    ended: ['is fetched again', 'are fetched again'],
    advice: 'Until the feed works again, its warnings raise no messages. Check its address under Public warnings.',
  },
};

const MAX_NAMES = 10;
/** Names in a notification, which is one paragraph. */
const MAX_SHORT_NAMES = 3;

interface Group {
  kind: ScreenAlertKind;
  names: string[];
  isEnd: boolean;
}

const groupByKind = (alerts: readonly ReportedAlert[], isEnd: boolean): Group[] =>
  [...Map.groupBy(alerts, ({ kind }) => kind)].map(([kind, list]) => ({
    kind,
    names: list.map(({ name }) => neutralizeLinks(name)),
    isEnd,
  }));

/** Nouns of subjects that are not screens, for one and for several. */
const NOUNS: Partial<Record<ScreenAlertKind, readonly [string, string]>> = {
  source: ['Data source', 'data sources'],
  feed: ['Feed of public warnings', 'feeds of public warnings'],
};

const getSubject = ({ kind, names }: Group): string => {
  const [one, several] = NOUNS[kind] ?? ['', 'screens'];
  return names.length === 1 ? `${one} “${names[0]}”`.trimStart() : `${names.length} ${several}`;
};

const describeGroup = (group: Group): string => {
  const [one, several] = KIND_TEXTS[group.kind][group.isEnd ? 'ended' : 'begun'];
  return `${getSubject(group)} ${group.names.length === 1 ? one : several}`;
};

const listNames = (names: readonly string[], max: number) => {
  const omitted = names.length - max;
  return [...names.slice(0, max), ...(omitted > 0 ? [`${omitted} more`] : [])];
};

export interface AlertTexts {
  subject: string;
  body: string;
  advice: string;
  /** One paragraph for a notification. */
  text: string;
}

/** Returns the texts of one report. At least one alert has begun or ended. */
export function presentReport(begun: readonly ReportedAlert[], ended: readonly ReportedAlert[]): AlertTexts {
  const groups = [...groupByKind(begun, false), ...groupByKind(ended, true)];
  const [first] = groups;
  const counts = [begun.length > 0 ? `${begun.length} new` : '', ended.length > 0 ? `${ended.length} over` : ''].filter(Boolean).join(', ');
  const paragraphs = groups.map((group) => {
    const lines = listNames(group.names, MAX_NAMES).map((name) => `• ${name}`);
    return `${describeGroup(group)}${group.names.length === 1 ? '.' : `:\n${lines.join('\n')}`}`;
  });
  const sentences = groups.map((group) => {
    const names = group.names.length === 1 ? '' : `: ${listNames(group.names, MAX_SHORT_NAMES).join(', ')}`;
    return `${describeGroup(group)}${names}.`;
  });
  return {
    subject: groups.length === 1 && first ? describeGroup(first) : `Alerts about your screens: ${counts}`,
    body: paragraphs.join('\n\n'),
    advice: [...new Set(begun.map(({ kind }) => KIND_TEXTS[kind].advice))].join(' '),
    text: sentences.join(' '),
  };
}
