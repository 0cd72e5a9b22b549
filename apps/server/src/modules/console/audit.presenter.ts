import type { AuditEntryDetails, AuditRow } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import type { AuditEntryRecord, AuditRecord } from './audit.read-model.ts';

export const presentAuditRow = (row: AuditRecord): AuditRow => ({
  _id: row.id,
  createdAt: row.created_at.toISOString(),
  actor: { _id: row.actor_id, name: row.actor_name, email: row.actor_email },
  owner: row.user_id === null ? null : { _id: row.user_id, name: row.user_name, email: row.user_email },
  action: row.action,
  table: row.object_kind,
  objectIds: row.object_ids,
  objectName: row.object_name,
});

export const presentAuditEntry = (row: AuditEntryRecord): AuditEntryDetails => ({
  ...presentAuditRow(row),
  before: row.before ?? {},
  after: row.after ?? {},
  detail: row.detail,
});

const HEADINGS = [
  'Date',
  'ID',
  'Performed by',
  'Performed by (email)',
  'Owner',
  'Owner (email)',
  'Action',
  'Object type',
  'Objects',
  'Before',
  'After',
  'Detail',
];

export const auditCsvHead = (): string => formatCsvHeader(HEADINGS);

const formatJson = (value: unknown) => (value === null || Object.keys(value as object).length === 0 ? '' : JSON.stringify(value));

export const auditCsvLine = (row: AuditEntryRecord): string =>
  formatCsvLine(
    [
      row.created_at.toISOString(),
      row.id,
      row.actor_name ?? row.actor_id,
      row.actor_email ?? '',
      row.user_name ?? row.user_id ?? '',
      row.user_email ?? '',
      row.action,
      row.object_kind ?? '',
      row.object_ids.join(' '),
      formatJson(row.before),
      formatJson(row.after),
      formatJson(row.detail),
    ].map(formatCsvCell),
  );
