import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { formatLiveAddress, parseLiveAddress } from './live-address.ts';
import { MESSAGES } from './messages.ts';
import { type SourceKindName, widgetSource } from './sources.ts';
import { tableSettings } from './table-settings.ts';
import { text } from './text.ts';
import { WEB_REFRESH_MINUTES, webAddress } from './web-pages.ts';
import { required, theme, typed, WIDGET_LIMITS } from './widget-fields.ts';

export { WIDGET_LIMITS, WIDGET_THEMES, type WidgetTheme } from './widget-fields.ts';

/** Type of the files that hold a widget's settings. */
export const WIDGET_MIMETYPE = 'application/vnd.vitrine.widget+json';
/** Largest settings of a widget, as JSON in UTF-8. */
export const WIDGET_MAX_BYTES = 65_536;

const timeOfDay = z.string().regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'Enter a time such as 18:30');

export const SLIDE_TEMPLATES = [
  'announcement',
  'welcome',
  'quote',
  'event',
  'offer',
  'notice',
  'hours',
  'list',
  'number',
  'celebration',
  'pictureBeside',
  'pictureBehind',
] as const;
const slideTemplate = z.enum(SLIDE_TEMPLATES);
export type SlideTemplate = z.infer<typeof slideTemplate>;

export const slideSettings = z.strictObject({
  type: z.literal('slide'),
  theme,
  template: slideTemplate,
  title: required(WIDGET_LIMITS.title, 'Enter a title.'),
  /** Lines are kept. */
  text: typed(WIDGET_LIMITS.text).default(''),
  /** A short line, such as an author, a place or a price. */
  detail: typed(WIDGET_LIMITS.detail).default(''),
  /** Id of a photo of the same account. */
  pictureId: z.uuid().nullable().default(null),
});

export const clockSettings = z.strictObject({
  type: z.literal('clock'),
  theme,
  face: z.enum(['digital', 'analogue']),
  showSeconds: z.boolean().default(false),
  showDate: z.boolean().default(true),
  hours: z.enum(['12', '24']).default('24'),
  /** IANA name; null for the time zone of the screen. */
  timeZone: z.string().max(64).nullable().default(null),
  /** Such as the name of a city. */
  label: typed(WIDGET_LIMITS.detail).default(''),
});

export const countdownSettings = z.strictObject({
  type: z.literal('countdown'),
  theme,
  title: required(WIDGET_LIMITS.title, 'Enter a title.'),
  /** The moment by a clock at the screen, such as 2026-12-31T23:59. */
  target: z.iso
    .datetime({ local: true, precision: -1, error: 'Enter a date and a time.' })
    .refine((value) => !value.endsWith('Z'), 'Enter a date and a time.'),
  /** Shown from that moment on. */
  doneText: typed(WIDGET_LIMITS.title).default(''),
});

export const qrCodeSettings = z.strictObject({
  type: z.literal('qrCode'),
  theme,
  title: typed(WIDGET_LIMITS.title).default(''),
  text: typed(WIDGET_LIMITS.text).default(''),
  /** An address, or any other text that a phone reads from the code. */
  content: required(WIDGET_LIMITS.qrContent, 'Enter an address or a text.'),
});

const dish = z.strictObject({
  name: required(WIDGET_LIMITS.dishName, 'Enter a name.'),
  description: typed(WIDGET_LIMITS.dishDescription).default(''),
  /** As it is shown, with its currency. */
  price: typed(WIDGET_LIMITS.price).default(''),
  /** Prices at other times of the day. Start is inclusive, end exclusive; the first that applies counts. */
  timedPrices: z
    .array(z.strictObject({ from: timeOfDay, to: timeOfDay, price: required(WIDGET_LIMITS.price, 'Enter a price.') }))
    .max(WIDGET_LIMITS.prices)
    .default([]),
  isSoldOut: z.boolean().default(false),
});
export type MenuDish = z.infer<typeof dish>;

const DISHES_MESSAGE = 'A menu has at most 120 dishes.';

export const menuSettings = z
  .strictObject({
    type: z.literal('menu'),
    theme,
    title: required(WIDGET_LIMITS.title, 'Enter a title.'),
    sections: z
      .array(
        z.strictObject({
          name: typed(WIDGET_LIMITS.dishName).default(''),
          dishes: z.array(dish).min(1, 'Add a dish.').max(WIDGET_LIMITS.dishes, DISHES_MESSAGE),
        }),
      )
      .min(1, 'Add a section.')
      .max(WIDGET_LIMITS.sections, 'A menu has at most 12 sections.'),
    soldOutText: required(40, 'Enter a text.').default('Sold out'),
    note: typed(WIDGET_LIMITS.text).default(''),
  })
  .refine(({ sections }) => sections.reduce((sum, { dishes }) => sum + dishes.length, 0) <= WIDGET_LIMITS.dishes, {
    path: ['sections'],
    message: DISHES_MESSAGE,
  });

/** A page of another site, which screens show in a frame. Pages of the web app and still images show a card with its host instead. */
export const webSettings = z.strictObject({
  type: z.literal('web'),
  theme,
  address: webAddress,
  /** Minutes after which a screen loads the page again while it is shown; 0 for never. */
  refreshMinutes: z.union(WEB_REFRESH_MINUTES.map((minutes) => z.literal(minutes))).default(0),
  /** Shown while a screen can't reach the page. When it is empty, the screen continues with the next item. */
  fallbackText: typed(WIDGET_LIMITS.title).default(''),
});

/** Address of a live stream. Links to a YouTube video become one address. */
const liveAddress = z.string().transform((text, context) => {
  const source = parseLiveAddress(text);
  if (!('error' in source)) return formatLiveAddress(source);
  context.addIssue({ code: 'custom', message: source.error });
  return z.NEVER;
});

/** A live stream, which screens play. Pages of the web app and still images show a card instead. */
export const liveSettings = z.strictObject({
  type: z.literal('live'),
  theme,
  address: liveAddress,
  /** Shown on the card. */
  title: typed(WIDGET_LIMITS.title).default(''),
  /** Whether the stream plays with the sound of the device. YouTube is always muted. */
  hasSound: z.boolean().default(false),
  /** Shown while the stream can't be played. When it is empty, the screen continues with the next item. */
  fallbackText: typed(WIDGET_LIMITS.title).default(''),
});

/** Settings of widgets that are drawn without a data source. */
export const plainWidgetSettings = z.discriminatedUnion('type', [
  slideSettings,
  clockSettings,
  countdownSettings,
  qrCodeSettings,
  tableSettings,
  menuSettings,
  webSettings,
  liveSettings,
]);
export type PlainWidgetSettings = z.infer<typeof plainWidgetSettings>;

const sourceWidget = { theme, sourceId: z.uuid() };

export const headlinesSettings = z.strictObject({
  type: z.literal('headlines'),
  ...sourceWidget,
  /** The name of the feed when it is empty. */
  title: typed(WIDGET_LIMITS.title).default(''),
  showSummaries: z.boolean().default(true),
});

export const tickerSettings = z.strictObject({
  type: z.literal('ticker'),
  ...sourceWidget,
  speed: z.enum(['slow', 'normal', 'fast']).default('normal'),
});

export const agendaSettings = z.strictObject({
  type: z.literal('agenda'),
  ...sourceWidget,
  /** The name of the calendar when it is empty. */
  title: typed(WIDGET_LIMITS.title).default(''),
  view: z.enum(['day', 'week', 'next']).default('day'),
});

export const roomSettings = z.strictObject({
  type: z.literal('room'),
  ...sourceWidget,
  name: required(WIDGET_LIMITS.title, 'Enter the name of the room.'),
});

export const weatherSettings = z.strictObject({
  type: z.literal('weather'),
  ...sourceWidget,
  unit: z.enum(['celsius', 'fahrenheit']).default('celsius'),
});

/** Rows and columns come from the source. */
export const dataTableSettings = z.strictObject({
  type: z.literal('dataTable'),
  ...sourceWidget,
  title: typed(WIDGET_LIMITS.title).default(''),
});

/** Settings of widgets that draw the document of a data source. */
export const sourceWidgetSettings = z.discriminatedUnion('type', [
  headlinesSettings,
  tickerSettings,
  agendaSettings,
  roomSettings,
  weatherSettings,
  dataTableSettings,
]);
export type SourceWidgetSettings = z.infer<typeof sourceWidgetSettings>;
export type SourceWidgetType = SourceWidgetSettings['type'];
export type SourceSettingsOf<Type extends SourceWidgetType> = Extract<SourceWidgetSettings, { type: Type }>;

/** Kind of source that each widget draws. */
export const WIDGET_SOURCE_KINDS = {
  headlines: 'feed',
  ticker: 'feed',
  agenda: 'calendar',
  room: 'calendar',
  weather: 'weather',
  dataTable: 'table',
} as const satisfies Record<SourceWidgetType, SourceKindName>;

export const widgetSettings = z.discriminatedUnion('type', [...plainWidgetSettings.options, ...sourceWidgetSettings.options]);
export type WidgetSettings = z.infer<typeof widgetSettings>;
export type WidgetType = WidgetSettings['type'];
export type SettingsOf<Type extends WidgetType> = Extract<WidgetSettings, { type: Type }>;

/** Content of the file that screens get: the settings, with their pictures as data URLs by the ids of the photos. Immutable. */
export interface ScreenWidget {
  settings: WidgetSettings;
  pictures: Record<string, string>;
}

const widgetName = text({ max: LIMITS.detailNameMax, required: MESSAGES.nameRequired, long: MESSAGES.mediaNameLong });
/** POST /widgets. */
export const createWidgetBody = z.strictObject({ albumId: id, name: widgetName, settings: widgetSettings, userId: id.optional() });
/** PUT /widgets/{mediaId}: the type stays. */
export const editWidgetBody = z.strictObject({ name: widgetName.optional(), settings: widgetSettings, userId: id.optional() });

/** GET /widgets/{mediaId}. */
export const widgetDetails = z.object({
  settings: widgetSettings,
  /** Key of the widget's copy of its photo, for GET /uploads. */
  pictureKey: z.string().nullable(),
  /** Data of a widget that draws a source. `settings.sourceId` is its id. Null for other widgets. */
  source: widgetSource.nullable(),
});
export type WidgetDetails = z.infer<typeof widgetDetails>;

/** GET /shared/{token}/widgets/{mediaId}: without the name of the source, which only its owner may know. */
export const sharedWidgetDetails = widgetDetails.extend({ source: widgetSource.pick({ document: true, currentUntil: true }).nullable() });
export type SharedWidgetDetails = z.infer<typeof sharedWidgetDetails>;
