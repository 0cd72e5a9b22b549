import { z } from 'zod';
import { id } from './envelope.ts';
import { text } from './text.ts';

export const SOURCE_KINDS = ['feed', 'calendar', 'table', 'weather'] as const;

/** Largest source document, as JSON in UTF-8. */
export const SOURCE_DOCUMENT_MAX_BYTES = 65_536;

export const SOURCE_LIMITS = {
  perAccount: 100,
  address: 2000,
  name: 120,
  headlines: 50,
  headline: 200,
  summary: 400,
  events: 500,
  eventTitle: 160,
  place: 120,
  /** Days from today that a calendar contains. */
  calendarDays: 60,
  columns: 6,
  rows: 200,
  cell: 200,
  pointer: 200,
  weatherHours: 60,
  weatherDays: 10,
} as const;

/** Minutes between two fetches. */
export const SOURCE_INTERVALS = {
  feed: { min: 5, default: 15 },
  calendar: { min: 5, default: 15 },
  table: { min: 5, default: 15 },
  weather: { min: 30, default: 60 },
} as const satisfies Record<(typeof SOURCE_KINDS)[number], { min: number; default: number }>;
export const SOURCE_INTERVAL_MAX_MINUTES = 1440;
/** Shortest time between two requests to fetch a source now, in milliseconds. */
export const SOURCE_FETCH_PAUSE_MS = 30_000;

const timeZone = z.string().min(1).max(64);
const cell = z.string().max(SOURCE_LIMITS.cell);
/** RFC 6901. */
const pointer = z
  .string()
  .max(SOURCE_LIMITS.pointer)
  .regex(/^(\/([^~/]|~[01])*)*$/, 'Enter a JSON pointer, such as /items/0/name');

export const feedSourceSettings = z.strictObject({ kind: z.literal('feed') });

export const calendarSourceSettings = z.strictObject({
  kind: z.literal('calendar'),
  /** IANA name of the zone of events without one. */
  timeZone,
});

export const tableSourceSettings = z.discriminatedUnion('format', [
  z.strictObject({
    kind: z.literal('table'),
    format: z.literal('typed'),
    columns: z.array(cell).min(1).max(SOURCE_LIMITS.columns),
    rows: z.array(z.array(cell).max(SOURCE_LIMITS.columns)).max(SOURCE_LIMITS.rows),
  }),
  z.strictObject({ kind: z.literal('table'), format: z.literal('csv'), hasHead: z.boolean().default(true) }),
  z.strictObject({
    kind: z.literal('table'),
    format: z.literal('json'),
    /** The list whose entries are the rows. */
    rows: pointer,
    columns: z
      .array(z.strictObject({ name: cell, pointer }))
      .min(1, 'Add a column.')
      .max(SOURCE_LIMITS.columns),
  }),
]);

export const weatherSourceSettings = z.strictObject({
  kind: z.literal('weather'),
  provider: z.enum(['metNorway']),
  place: z.string().trim().min(1, 'Enter a place.').max(SOURCE_LIMITS.place),
  latitude: z.number().min(-90).max(90),
  longitude: z.number().min(-180).max(180),
  /** IANA name of the zone of the place, which decides where its days begin. */
  timeZone,
});

export const sourceSettings = z.discriminatedUnion('kind', [
  feedSourceSettings,
  calendarSourceSettings,
  tableSourceSettings,
  weatherSourceSettings,
]);
export type SourceSettings = z.infer<typeof sourceSettings>;
export type SourceKindName = SourceSettings['kind'];

/** Returns true for settings of data that is fetched from an address that the user enters. */
export const needsAddress = (settings: SourceSettings): boolean =>
  settings.kind === 'table' ? settings.format !== 'typed' : settings.kind !== 'weather';

/** Instants are epoch milliseconds, and dates such as '2026-11-27'. */
export const feedDocument = z.strictObject({
  kind: z.literal('feed'),
  title: z.string().max(SOURCE_LIMITS.headline),
  items: z
    .array(
      z.strictObject({
        title: z.string().max(SOURCE_LIMITS.headline),
        summary: z.string().max(SOURCE_LIMITS.summary),
        publishedAt: z.number().nullable(),
      }),
    )
    .max(SOURCE_LIMITS.headlines),
});
export type FeedDocument = z.infer<typeof feedDocument>;

const calendarEvent = z.strictObject({
  title: z.string().max(SOURCE_LIMITS.eventTitle),
  place: z.string().max(SOURCE_LIMITS.place),
  /** False for events that leave their owner or room free (TRANSP). */
  isBusy: z.boolean(),
  /** Start, and end exclusive: instants of timed events, dates of all-day events, which begin at midnight wherever they are shown. */
  time: z.union([z.strictObject({ from: z.number(), to: z.number() }), z.strictObject({ fromDate: z.iso.date(), toDate: z.iso.date() })]),
});
export type CalendarEvent = z.infer<typeof calendarEvent>;

export const calendarDocument = z.strictObject({
  kind: z.literal('calendar'),
  name: z.string().max(SOURCE_LIMITS.name),
  /** First date after the last one whose events are known. */
  untilDate: z.iso.date(),
  /** In the order of their start. */
  events: z.array(calendarEvent).max(SOURCE_LIMITS.events),
});
export type CalendarDocument = z.infer<typeof calendarDocument>;

export const tableDocument = z.strictObject({
  kind: z.literal('table'),
  columns: z.array(cell).min(1).max(SOURCE_LIMITS.columns),
  /** Each row has a cell for each column. */
  rows: z.array(z.array(cell)).max(SOURCE_LIMITS.rows),
});
export type TableDocument = z.infer<typeof tableDocument>;

export const WEATHER_CONDITIONS = ['clear', 'partlyCloudy', 'cloudy', 'fog', 'rain', 'sleet', 'snow', 'thunder'] as const;
const condition = z.enum(WEATHER_CONDITIONS);
export type WeatherCondition = z.infer<typeof condition>;
const celsius = z.number().min(-150).max(100);

export const weatherDocument = z.strictObject({
  kind: z.literal('weather'),
  place: z.string().max(SOURCE_LIMITS.place),
  /** Must be shown with the data. */
  attribution: z.string().max(120),
  timeZone,
  hours: z
    .array(z.strictObject({ at: z.number(), celsius, condition, isNight: z.boolean(), windMetresPerSecond: z.number().nullable() }))
    .max(SOURCE_LIMITS.weatherHours),
  days: z
    .array(z.strictObject({ date: z.iso.date(), minCelsius: celsius, maxCelsius: celsius, condition, precipitationMm: z.number() }))
    .max(SOURCE_LIMITS.weatherDays),
});
export type WeatherDocument = z.infer<typeof weatherDocument>;

/** Data of a source as widgets draw it: JSON of at most 64 kB, identified by its SHA-256. */
export type SourceDocument = FeedDocument | CalendarDocument | TableDocument | WeatherDocument;

export const sourceDocument = z
  .discriminatedUnion('kind', [feedDocument, calendarDocument, tableDocument, weatherDocument])
  .meta({ id: 'SourceDocument' });

const sourceName = text({
  max: SOURCE_LIMITS.name,
  required: 'Enter a name.',
  long: `Enter at most ${SOURCE_LIMITS.name} characters.`,
});
/** Addresses of calendar subscriptions begin with webcal:, which stands for https:. */
const sourceAddress = z
  .string()
  .trim()
  .max(SOURCE_LIMITS.address, `Enter at most ${SOURCE_LIMITS.address} characters.`)
  .transform((value) => value.replace(/^webcals?:\/\//i, 'https://'))
  .refine((value) => /^https?:\/\/[^\s/]\S*$/i.test(value) && !value.includes('\u0000'), 'Enter an address that begins with https://');
const intervalMinutes = z.number().int().min(5, 'Enter at least 5 minutes.').max(SOURCE_INTERVAL_MAX_MINUTES, 'Enter at most one day.');

/** POST /sources. The interval defaults to that of the kind in `SOURCE_INTERVALS`. */
export const createSourceBody = z
  .strictObject({
    name: sourceName,
    settings: sourceSettings,
    /** Required when `needsAddress`, and not allowed otherwise. */
    address: sourceAddress.optional(),
    intervalMinutes: intervalMinutes.optional(),
    userId: id.optional(),
  })
  .refine(({ settings, address }) => needsAddress(settings) === (address !== undefined), {
    path: ['address'],
    message: 'Enter an address.',
  })
  .refine(
    ({ settings, intervalMinutes: minutes }) =>
      settings.kind !== 'weather' || minutes === undefined || minutes >= SOURCE_INTERVALS.weather.min,
    {
      path: ['intervalMinutes'],
      message: 'Enter at least 30 minutes.',
    },
  );

/** PUT /sources/{sourceId}: what is left out stays. The kind cannot change. */
export const editSourceBody = z.strictObject({
  name: sourceName.optional(),
  settings: sourceSettings.optional(),
  address: sourceAddress.optional(),
  intervalMinutes: intervalMinutes.optional(),
  userId: id.optional(),
});

export const sourcesQuery = z.object({ userId: id.optional() });

const instant = z.iso.datetime().nullable();

export const source = z
  .object({
    _id: z.string(),
    kind: z.enum(SOURCE_KINDS),
    name: z.string(),
    settings: sourceSettings,
    /** False for typed tables, for weather, and for copies of other accounts' sources, which are never fetched. */
    hasAddress: z.boolean(),
    /** `waiting` from a change of the source, or a request to fetch it, until the data was fetched. */
    state: z.enum(['waiting', 'current', 'failing']),
    /** When the data last changed; null before it was first fetched. */
    changedAt: instant,
    /** When the data was last requested; null before the first time. */
    checkedAt: instant,
    failingSince: instant,
    /** Why it is failing, as a sentence. */
    failure: z.string().nullable(),
    intervalMinutes: z.number().int(),
    /** Number of widgets that use it. Widgets in the bin count. */
    usedBy: z.number().int(),
    /** True when the account in view owns it. */
    isOwn: z.boolean(),
  })
  .meta({ id: 'Source' });
export type Source = z.infer<typeof source>;

export const sourceList = z.object({ sources: z.array(source) });

/** Instant up to which the data is known to be current, in epoch milliseconds; null while it is current. */
const currentUntil = z.number().nullable();

export const sourceDetails = z.object({
  source,
  /** Null for everyone but the owner, also for administrators who view the account. */
  address: z.string().nullable(),
  document: sourceDocument.nullable(),
  currentUntil,
});
export type SourceDetails = z.infer<typeof sourceDetails>;

/** The source of a widget, for its preview. Everyone who may see the widget may see the data. */
export const widgetSource = z.object({
  _id: z.string(),
  name: z.string(),
  kind: z.enum(SOURCE_KINDS),
  isOwn: z.boolean(),
  document: sourceDocument.nullable(),
  currentUntil,
});
export type WidgetSource = z.infer<typeof widgetSource>;
