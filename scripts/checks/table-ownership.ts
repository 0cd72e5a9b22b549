/** A store writes its own module's tables only; others ask the owner, or read through a read model. */
import type { SourceFile } from './source-files.ts';

const OWNERS: Record<string, string> = {
  users: 'modules/accounts',
  sessions: 'modules/accounts',
  email_links: 'modules/accounts',
  server_keys: 'modules/accounts',
  used_nonces: 'modules/accounts',
  addresses: 'modules/accounts',
  ftp_accounts: 'modules/accounts',
  audit_entries: 'modules/access',
  organisations: 'modules/organisations',
  organisation_members: 'modules/organisations',
  notifications: 'modules/notifications',
  contact_messages: 'modules/support',
  albums: 'modules/albums',
  album_shares: 'modules/albums',
  files: 'modules/media',
  media: 'modules/media',
  binned_media: 'modules/media',
  zip_tickets: 'modules/media',
  storage_usage: 'modules/media',
  upload_reservations: 'modules/media',
  playlists: 'modules/playlists',
  playlist_albums: 'modules/playlists',
  screens: 'modules/devices',
  devices: 'modules/devices',
  device_actions: 'modules/devices',
  subscriptions: 'modules/billing',
  versions: 'modules/fleet',
  version_updates: 'modules/fleet',
  publishes: 'modules/publishing',
  screen_plays: 'modules/plays',
  device_plays: 'modules/plays',
  playlist_contents: 'modules/publishing',
  poster_values: 'modules/posters',
  poster_combinations: 'modules/posters',
  process_heartbeats: 'platform/queue',
};

const writes = [
  /\b(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*['"](\w+)/g,
  /\b(?:insert\s+into|update|delete\s+from|truncate)\s+(\w+)\s*(?:\(|set\b|where\b|using\b|as\b|values\b|$)/gim,
];

export function findOwnershipViolations(files: SourceFile[]): string[] {
  const server = files.filter(
    ({ path }) => path.startsWith('apps/server/src/') && !path.includes('/testing/') && !path.endsWith('.test.ts'),
  );
  return server.flatMap(({ path, text }) =>
    writes.flatMap((pattern) =>
      [...text.matchAll(pattern)].flatMap(([, table = '']) => {
        const owner = OWNERS[table];
        if (!owner)
          return pattern === writes[0]
            ? [`${path}: writes the table ${table}, which has no owner in scripts/checks/table-ownership.ts`]
            : [];
        return path.startsWith(`apps/server/src/${owner}/`) ? [] : [`${path}: writes the table ${table} of ${owner}`];
      }),
    ),
  );
}
