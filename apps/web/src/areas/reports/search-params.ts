import type { SearchSchemaInput } from '@tanstack/react-router';
import { readOneOf, readTexts } from '../../lib/search-params.ts';

const REPORT_VIEWS = ['plays', 'screens'] as const;
export type ReportView = (typeof REPORT_VIEWS)[number];

/** `from` and `to` are days. Without them, the report is about the last seven days. */
export interface ReportsSearch {
  view?: ReportView;
  from?: string;
  to?: string;
  by?: string;
  deviceId?: string;
  tagId?: string;
  playlistId?: string;
  mediaId?: string;
  zone?: string;
  fromHour?: string;
  toHour?: string;
}

export const reportsSearch = (raw: ReportsSearch & SearchSchemaInput): ReportsSearch => ({
  view: readOneOf(raw.view, REPORT_VIEWS),
  ...readTexts(raw, 'from', 'to', 'by', 'deviceId', 'tagId', 'playlistId', 'mediaId', 'zone', 'fromHour', 'toHour'),
});
