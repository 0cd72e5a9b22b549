import { sql } from 'kysely';
import type { Owned, Policies } from '../access/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'account.read': true;
    'account.update': true;
  }
}

const selves = (ids: string[]) => sql<Owned>`select id, id as "ownerId" from users where id = any(${ids}::uuid[])`;

export const accountPolicies: Policies = { 'account.read': selves, 'account.update': selves };
