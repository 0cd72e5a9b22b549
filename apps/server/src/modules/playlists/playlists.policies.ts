import { sql } from 'kysely';
import type { Policies } from '../access/index.ts';
import { ownerAndMembersPolicy, selectOwnersAndMembers } from '../organisations/index.ts';

declare module '../access/policies.ts' {
  interface Actions {
    'playlist.read': true;
    'playlist.update': true;
  }
}

export const playlistPolicies: Policies = {
  'playlist.read': ownerAndMembersPolicy('playlists'),
  'playlist.update': ownerAndMembersPolicy('playlists'),
};

/** The members of a playlist that one of them gave the file to for a cover. */
export const selectCoverReaders = sql`select people.user_id from ${selectOwnersAndMembers('playlists')} as people
  where files.owner_id in (select user_id from ${selectOwnersAndMembers('playlists')} as owners)`;
