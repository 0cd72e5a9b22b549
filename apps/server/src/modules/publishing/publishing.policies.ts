import { sql } from 'kysely';
import type { OwnerRow, Policies } from '../access/index.ts';
import { selectOwnersAndMembers } from '../organisations/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'publish.update': true;
  }
}

/** Whose device it is on, theirs is the publish. */
export const publishPolicies: Policies = {
  'publish.update': (ids) => sql<OwnerRow>`
      select publishes.id, people.user_id as "ownerId", people.is_guest as "isGuest"
      from publishes join devices on devices.id = publishes.device_id cross join lateral ${selectOwnersAndMembers('devices')} as people
      where publishes.id = any(${ids}::uuid[])`,
};
