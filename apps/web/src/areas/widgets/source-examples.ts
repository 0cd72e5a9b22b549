import type {
  CalendarDocument,
  FeedDocument,
  SourceDocument,
  TableDocument,
  WeatherCondition,
  WeatherDocument,
} from '@vitrine/contract/sources';
import { WIDGET_SOURCE_KINDS, type WidgetSettings } from '@vitrine/contract/widgets';
import type { SourceState } from '@vitrine/widgets';

const HOUR_MS = 3_600_000;
const QUARTER_MS = 900_000;

/** An example of the data that a widget shows, and the moment at which it is drawn. */
export interface ExampleData {
  state: SourceState;
  /** Epoch milliseconds. */
  at: number;
}

/** Time of day at which examples are drawn: in the evening, an agenda of the day would be over. */
const EXAMPLE_TIME = [10, 10] as const;

/** Returns an example for the day of `now`; null for widgets without a data source. */
export function getExampleData(settings: WidgetSettings, now: number): ExampleData | null {
  if (!('sourceId' in settings)) return null;
  const at = new Date(now).setHours(...EXAMPLE_TIME, 0, 0);
  return { state: { document: EXAMPLE_DOCUMENTS[WIDGET_SOURCE_KINDS[settings.type]](at), currentUntil: null }, at };
}

/** Documents that show what widgets with a data source look like. They are drawn until the user's own data has arrived. */
export const EXAMPLE_DOCUMENTS = {
  feed: getFeed,
  calendar: getCalendar,
  table: getTable,
  weather: getWeather,
} satisfies Record<SourceDocument['kind'], (now: number) => SourceDocument>;

function getFeed(now: number): FeedDocument {
  const items: [title: string, summary: string][] = [
    ['New tram line opens in the north of the city', 'Trains run every six minutes and reach the main station in a quarter of an hour.'],
    ['Library extends its opening hours until ten in the evening', 'Readers can use all floors, the music rooms and the café.'],
    ['Record harvest for the region’s apple growers', 'A mild spring and a dry September made it the best year since 2011.'],
    ['Volunteers plant two thousand trees along the river', 'The new avenue will connect the old town with the sports grounds.'],
    ['Museum of design shows posters from eight decades', 'Admission is free on the first Sunday of each month.'],
    ['Swimmers win three medals at the national championships', 'The youngest of the team is fifteen years old.'],
  ];
  return {
    kind: 'feed',
    title: 'City news',
    items: items.map(([title, summary], index) => ({ title, summary, publishedAt: now - (index + 1) * 47 * 60_000 })),
  };
}

/** Events around the current moment, so that one of them is taking place. */
function getCalendar(now: number): CalendarDocument {
  const quarter = Math.floor(now / QUARTER_MS) * QUARTER_MS;
  const events: [title: string, place: string, fromHours: number, hours: number][] = [
    ['Weekly planning', 'Room Danube', -1.25, 1],
    ['Design review: entrance hall', 'Room Danube', -0.25, 1],
    ['Visit of the architects', 'Lobby', 1.25, 0.75],
    ['Interview with Ms Okafor', 'Room Danube', 2.25, 1],
    ['Choir rehearsal', 'Auditorium', 3.5, 1.5],
    ['Breakfast for new colleagues', 'Canteen', 22, 1],
    ['Fire drill', 'Meeting point B', 26, 0.5],
    ['Budget of the second quarter', 'Room Danube', 47, 2],
    ['Summer party', 'Courtyard', 72, 4],
  ];
  return {
    kind: 'calendar',
    name: 'Team calendar',
    untilDate: new Date(now + 60 * 24 * HOUR_MS).toISOString().slice(0, 10),
    events: events.map(([title, place, fromHours, hours]) => ({
      title,
      place,
      isBusy: true,
      time: { from: quarter + fromHours * HOUR_MS, to: quarter + (fromHours + hours) * HOUR_MS },
    })),
  };
}

function getTable(): TableDocument {
  return {
    kind: 'table',
    columns: ['Team', 'Played', 'Goals', 'Points'],
    rows: [
      ['Northside United', '14', '31:12', '35'],
      ['Harbour Rovers', '14', '28:15', '29'],
      ['Old Mill', '13', '22:17', '24'],
      ['Riverside', '14', '19:20', '19'],
      ['Castle Hill', '13', '14:25', '11'],
    ],
  };
}

function getWeather(now: number): WeatherDocument {
  const hour = Math.floor(now / HOUR_MS) * HOUR_MS;
  const days: [condition: WeatherCondition, min: number, max: number][] = [
    ['partlyCloudy', 12, 21],
    ['clear', 11, 24],
    ['rain', 14, 19],
    ['thunder', 13, 22],
    ['cloudy', 10, 18],
  ];
  return {
    kind: 'weather',
    place: 'Vienna',
    attribution: 'Weather data from MET Norway',
    timeZone: 'UTC',
    hours: Array.from({ length: 24 }, (_, index) => ({
      at: hour + index * HOUR_MS,
      celsius: 19 - index * 0.2,
      condition: 'partlyCloudy',
      isNight: false,
      windMetresPerSecond: 3,
    })),
    days: days.map(([condition, minCelsius, maxCelsius], index) => ({
      date: new Date(hour + index * 24 * HOUR_MS).toISOString().slice(0, 10),
      minCelsius,
      maxCelsius,
      condition,
      precipitationMm: condition === 'rain' ? 6 : 0,
    })),
  };
}
