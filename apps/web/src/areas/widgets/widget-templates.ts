import type { SettingsOf, SlideTemplate, SourceWidgetSettings, WidgetSettings } from '@vitrine/contract/widgets';

export const TEMPLATE_GROUPS = ['Slides', 'Widgets', 'Live data', 'Pages and streams'] as const;

/** A kind of widget in the gallery. */
export interface WidgetTemplate {
  id: string;
  group: (typeof TEMPLATE_GROUPS)[number];
  label: string;
  /** Content that shows what it looks like. It is displayed until the user enters something. */
  example: WidgetSettings;
}

type SlideTexts = Partial<Pick<SettingsOf<'slide'>, 'title' | 'text' | 'detail'>>;

const slide = (template: SlideTemplate, label: string, { title = '', text = '', detail = '' }: SlideTexts): WidgetTemplate => ({
  id: template,
  group: 'Slides',
  label,
  example: { type: 'slide', theme: 'light', template, title, text, detail, pictureId: null },
});

/** Settings of widgets whose data is not chosen yet. */
const NO_SOURCE = { sourceId: '' };

const liveData = (label: string, example: SourceWidgetSettings): WidgetTemplate => ({
  id: example.type,
  group: 'Live data',
  label,
  example,
});

const dish = (name: string, description: string, price: string) => ({ name, description, price, timedPrices: [], isSoldOut: false });

/** Next New Year in local time. */
const getNextYear = (): string => `${new Date().getFullYear() + 1}-01-01T00:00`;

const menuExample: SettingsOf<'menu'> = {
  type: 'menu',
  theme: 'light',
  title: 'Lunch menu',
  soldOutText: 'Sold out',
  note: '',
  sections: [
    {
      name: 'Starters',
      dishes: [dish('Pumpkin soup', 'with roasted seeds', '5.90'), dish('Beetroot salad', 'goat cheese, walnuts', '7.50')],
    },
    { name: 'Mains', dishes: [dish('Mushroom risotto', 'parmesan, herbs', '14.50'), dish('Trout', 'parsley potatoes', '19.80')] },
    { name: 'Desserts', dishes: [dish('Apple strudel', 'vanilla sauce', '5.50')] },
  ],
};

export const WIDGET_TEMPLATES: readonly WidgetTemplate[] = [
  slide('announcement', 'Announcement', {
    title: 'Summer concert in the courtyard',
    text: 'Friday evening from seven. Bring a blanket.',
    detail: 'This week',
  }),
  slide('welcome', 'Welcome', { title: 'Welcome, Miller family', text: 'Your table is ready on the terrace.', detail: 'Hotel Lakeview' }),
  slide('event', 'Event', {
    title: 'Open day at the workshop',
    text: 'Tours every hour, coffee and cake all day.',
    detail: '12 Dec\n10:00',
  }),
  slide('offer', 'Offer', { title: 'All spring jackets', text: 'Until Saturday, while stocks last.', detail: '−30 %' }),
  slide('notice', 'Notice', {
    title: 'The lift is out of service',
    text: 'Please use the stairs on the left until Thursday.',
    detail: 'Facility management',
  }),
  slide('hours', 'Opening hours', {
    title: 'Opening hours',
    text: 'Monday: 9:00–18:00\nTuesday: 9:00–18:00\nWednesday: closed\nThursday: 9:00–20:00\nFriday: 9:00–18:00',
  }),
  slide('list', 'List', { title: 'Before you leave', text: 'Close all windows\nSwitch off the coffee machine\nLock both doors' }),
  slide('quote', 'Quote', { title: 'The best time to plant a tree was twenty years ago. The second best time is now.', detail: 'Proverb' }),
  slide('number', 'Number', { title: '128', text: 'days without an accident', detail: 'Plant 2' }),
  slide('celebration', 'Celebration', { title: 'Happy birthday, Ana!', text: 'Cake in the kitchen at three.', detail: 'Today' }),
  slide('pictureBeside', 'Photo and text', { title: 'Fresh bread every morning', text: 'From our own oven since 1954.', detail: 'Bakery' }),
  slide('pictureBehind', 'Photo with caption', {
    title: 'A weekend in the mountains',
    text: 'Two nights with breakfast',
    detail: 'Autumn offer',
  }),
  {
    id: 'clock',
    group: 'Widgets',
    label: 'Clock',
    example: { type: 'clock', theme: 'dark', face: 'digital', showSeconds: false, showDate: true, hours: '24', timeZone: null, label: '' },
  },
  {
    id: 'countdown',
    group: 'Widgets',
    label: 'Countdown',
    example: { type: 'countdown', theme: 'light', title: 'Happy New Year in', target: getNextYear(), doneText: '' },
  },
  {
    id: 'qrCode',
    group: 'Widgets',
    label: 'QR code',
    example: {
      type: 'qrCode',
      theme: 'light',
      title: 'Guest Wi-Fi',
      text: 'Scan the code with the camera of your phone.',
      content: 'https://example.com',
    },
  },
  {
    id: 'table',
    group: 'Widgets',
    label: 'Table',
    example: {
      type: 'table',
      theme: 'light',
      title: 'Departures',
      columns: ['Line', 'Destination', 'Departs'],
      rows: [
        ['S1', 'Airport', '12:04'],
        ['R8', 'Central station', '12:09'],
        ['U2', 'University', '12:18'],
      ],
    },
  },
  { id: 'menu', group: 'Widgets', label: 'Menu board', example: menuExample },
  liveData('Headlines', { type: 'headlines', theme: 'light', ...NO_SOURCE, title: '', showSummaries: true }),
  liveData('Ticker', { type: 'ticker', theme: 'dark', ...NO_SOURCE, speed: 'normal' }),
  liveData('Agenda', { type: 'agenda', theme: 'light', ...NO_SOURCE, title: '', view: 'day' }),
  liveData('Room sign', { type: 'room', theme: 'light', ...NO_SOURCE, name: 'Room Danube' }),
  liveData('Weather', { type: 'weather', theme: 'colour', ...NO_SOURCE, unit: 'celsius' }),
  liveData('Table from a source', { type: 'dataTable', theme: 'light', ...NO_SOURCE, title: 'Summer league' }),
  {
    id: 'web',
    group: 'Pages and streams',
    label: 'Web page',
    example: { type: 'web', theme: 'light', address: 'https://example.com/departures', refreshMinutes: 0, fallbackText: '' },
  },
  {
    id: 'live',
    group: 'Pages and streams',
    label: 'Live stream',
    example: {
      type: 'live',
      theme: 'light',
      address: 'https://tv.example.com/news.m3u8',
      title: 'News channel',
      hasSound: false,
      fallbackText: '',
    },
  },
];

/** Returns the template of a widget: of a slide by its design, otherwise by its type. */
export const findTemplate = (settings: WidgetSettings): WidgetTemplate | undefined =>
  WIDGET_TEMPLATES.find(({ id }) => id === (settings.type === 'slide' ? settings.template : settings.type));

/** Returns settings without the example's content, to be filled in. */
export function createEmptySettings({ example }: WidgetTemplate): WidgetSettings {
  switch (example.type) {
    case 'slide':
      return { ...example, title: '', text: '', detail: '' };
    case 'clock':
    case 'headlines':
    case 'ticker':
    case 'agenda':
    case 'weather':
      return example;
    case 'room':
      return { ...example, name: '' };
    case 'dataTable':
      return { ...example, title: '' };
    case 'countdown':
      return { ...example, title: '' };
    case 'qrCode':
      return { ...example, title: '', text: '', content: '' };
    case 'web':
      return { ...example, address: '' };
    case 'live':
      return { ...example, address: '', title: '' };
    case 'table':
      return { ...example, title: '', columns: ['', ''], rows: [['', '']] };
    case 'menu':
      return { ...example, title: '', sections: [{ name: '', dishes: [dish('', '', '')] }] };
  }
}

/** Returns what the preview shows: the settings, or the example's content in their design while nothing was entered. */
export function fillWithExample(settings: WidgetSettings): WidgetSettings {
  const example = findTemplate(settings)?.example;
  if ('sourceId' in settings) return fillSourceWidget(settings, example);
  if (!example || !isEmpty(settings)) return settings;
  if (settings.type === 'slide' && example.type === 'slide') return { ...example, theme: settings.theme, pictureId: settings.pictureId };
  if (settings.type === 'countdown' && example.type === 'countdown') return { ...example, ...settings, title: example.title };
  return { ...example, theme: settings.theme };
}

/** The example names the room, and the table while its data is an example as well. */
function fillSourceWidget(settings: SourceWidgetSettings, example: WidgetSettings | undefined): WidgetSettings {
  if (settings.type === 'room' && example?.type === 'room') return { ...settings, name: settings.name.trim() || example.name };
  if (settings.type === 'dataTable' && example?.type === 'dataTable' && settings.sourceId === '')
    return { ...settings, title: settings.title.trim() || example.title };
  return settings;
}

function isEmpty(settings: WidgetSettings): boolean {
  const areEmpty = (...texts: string[]) => texts.every((text) => text.trim() === '');
  switch (settings.type) {
    case 'slide':
      return areEmpty(settings.title, settings.text, settings.detail);
    case 'clock':
    case 'headlines':
    case 'ticker':
    case 'agenda':
    case 'room':
    case 'weather':
    case 'dataTable':
      return false;
    case 'countdown':
      return areEmpty(settings.title);
    case 'qrCode':
      return areEmpty(settings.title, settings.text, settings.content);
    case 'web':
      return areEmpty(settings.address);
    case 'live':
      return areEmpty(settings.address, settings.title);
    case 'table':
      return areEmpty(settings.title, ...settings.columns, ...settings.rows.flat());
    case 'menu':
      return areEmpty(settings.title, ...settings.sections.flatMap(({ name, dishes }) => [name, ...dishes.map((one) => one.name)]));
  }
}
