import type { CapFeed } from '@vitrine/contract/cap-feeds';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import type { FeedRow } from './cap-feeds.store.ts';

/** The address may contain a secret, which staff who view the account do not see. */
export const presentFeed = (row: FeedRow, encryption: TextEncryption, isAddressVisible: boolean): CapFeed => ({
  _id: row.id,
  orgId: row.org_id,
  name: row.name,
  address: isAddressVisible ? encryption.decrypt(row.encrypted_address) : null,
  intervalMinutes: row.interval_minutes,
  hasDrills: row.has_drills,
  trustedKeys: row.trusted_keys,
  state: row.checked_at === null ? 'waiting' : row.failing_since === null ? 'current' : 'failing',
  checkedAt: row.checked_at?.toISOString() ?? null,
  failingSince: row.failing_since?.toISOString() ?? null,
  failure: row.failure,
  problem: row.problem,
  problemAt: row.problem_at?.toISOString() ?? null,
});
