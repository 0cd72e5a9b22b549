import type { Source, SourceDocument, WidgetSource } from '@vitrine/contract/sources';
import { sourceSettings } from '@vitrine/contract/sources';
import type { findSourceOfFile, SourceRow } from './sources.read-model.ts';

export const presentSource = (row: SourceRow, accountInView: string): Source => ({
  _id: row.id,
  kind: row.kind as Source['kind'],
  name: row.name,
  settings: sourceSettings.parse(row.settings),
  hasAddress: row.has_address,
  state: row.is_waiting ? 'waiting' : row.failing_since === null ? 'current' : 'failing',
  changedAt: row.changed_at?.toISOString() ?? null,
  checkedAt: row.checked_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  failure: row.failure,
  intervalMinutes: row.interval_minutes,
  usedBy: row.used_by,
  isOwn: row.owner_id === accountInView,
});

/** Documents were validated before they were stored. */
export const parseDocument = (text: string | null): SourceDocument | null => (text === null ? null : (JSON.parse(text) as SourceDocument));

type SourceOfFile = NonNullable<Awaited<ReturnType<typeof findSourceOfFile>>>;

export const presentSourceData = (row: SourceOfFile): Pick<WidgetSource, 'document' | 'currentUntil'> => ({
  document: parseDocument(row.document),
  currentUntil: row.failing_since?.getTime() ?? null,
});

export const presentWidgetSource = (row: SourceOfFile, accountInView: string): WidgetSource => ({
  _id: row.id,
  name: row.name,
  kind: row.kind as WidgetSource['kind'],
  isOwn: row.owner_id === accountInView,
  ...presentSourceData(row),
});
