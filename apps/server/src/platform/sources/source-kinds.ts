import type { SourceDocument } from '@vitrine/contract/sources';
import { calendarSource } from './calendar-source.ts';
import { feedSource } from './feed-source.ts';
import type { SourceKind } from './source-kind.ts';
import { tableSource } from './table-source.ts';
import { weatherSource } from './weather-source.ts';

export const SOURCE_KINDS: Record<SourceDocument['kind'], SourceKind> = {
  feed: feedSource,
  calendar: calendarSource,
  table: tableSource,
  weather: weatherSource,
};
