import type { GrantDuration, StaffVisit } from '@vitrine/contract/staff-access';

export const DURATION_LABELS: Record<GrantDuration, string> = {
  hour: '1 hour',
  day: '24 hours',
  untilRevoked: 'Until I revoke it',
};

export const DURATION_OPTIONS = (Object.keys(DURATION_LABELS) as GrantDuration[]).map((value) => ({
  value,
  label: DURATION_LABELS[value],
}));

const KIND_LABELS: Record<StaffVisit['items'][number]['kind'], [one: string, many: string]> = {
  files: ['file', 'files'],
  media: ['photo or video listed', 'photos and videos listed'],
  albums: ['album', 'albums'],
  playlists: ['playlist', 'playlists'],
  devices: ['device', 'devices'],
  orders: ['order', 'orders'],
  addresses: ['address', 'addresses'],
  notifications: ['notification', 'notifications'],
  changes: ['change', 'changes'],
};

/** Describes what was opened during a visit: '12 files, 3 albums, 1 change'. */
export function describeItems({ items, endedAt }: Pick<StaffVisit, 'items' | 'endedAt'>): string {
  if (items.length === 0) return endedAt === null ? 'Nothing was opened yet.' : 'Nothing was opened.';
  return items.map(({ kind, count }) => `${count.toLocaleString('en-US')} ${KIND_LABELS[kind][count === 1 ? 0 : 1]}`).join(', ');
}
