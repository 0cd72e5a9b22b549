/** Labels of columns whose names do not read well. */
const COLUMN_LABELS: Record<string, string> = {
  disabled_at: 'Deactivated',
  deleted_at: 'Deleted on',
  is_super_admin: 'Super-admin',
  show_menu: 'Menu shown',
  phone_no: 'Phone number',
  user_id: 'Owner',
  owner_id: 'Owner',
  org_id: 'Family',
  created_at: 'Added on',
  is_base: 'Base version',
  is_visible: 'Visible',
  status_id: 'Status',
  payment_event: 'Payment',
  retired_at: 'Retired on',
  answered_at: 'Answered on',
  plan_name: 'Plan',
  org_type: 'Type',
  release_note: 'Release notes',
};

const capitalize = (text: string) => (text.charAt(0).toUpperCase() + text.slice(1)).replace(/^Faq/, 'FAQ');
/** Converts `staffUpdate` and `release_note` to words. */
const splitIdentifier = (name: string) =>
  name
    .replaceAll('_', ' ')
    .replaceAll(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase();

/** Formats an action, such as `video.reprocess` as `Video: reprocess`. */
export function getActionLabel(action: string): string {
  const [object = '', ...verbs] = action.split('.');
  return verbs.length === 0
    ? capitalize(splitIdentifier(object))
    : `${capitalize(splitIdentifier(object))}: ${splitIdentifier(verbs.join(' '))}`;
}

/** Formats a table name, such as `plan_prices` as `Plan prices`. */
export const getTableLabel = (table: string): string => capitalize(splitIdentifier(table));

export function getColumnLabel(column: string): string {
  const cents = /^(.*)_cents$/.exec(column)?.[1];
  const bytes = /^(.*)_bytes$/.exec(column)?.[1];
  if (cents !== undefined) return `${capitalize(splitIdentifier(cents))} (cents)`;
  if (bytes !== undefined) return `${capitalize(splitIdentifier(bytes))} (bytes)`;
  return COLUMN_LABELS[column] ?? capitalize(splitIdentifier(column));
}

const ISO_INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}/;
const dateTimeFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'short', timeStyle: 'medium' });

/** Formats an instant to the second in the browser's time zone. */
export const formatDateTime = (iso: string): string => dateTimeFormat.format(new Date(iso));

/** Formats a column's value for display. */
export function formatAuditValue(value: unknown): string {
  if (value === null || value === undefined || value === '') return '–';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (typeof value === 'string') return ISO_INSTANT.test(value) && !Number.isNaN(Date.parse(value)) ? formatDateTime(value) : value;
  if (typeof value === 'number') return String(value);
  return JSON.stringify(value);
}
