import { sql } from 'kysely';
import type { Database, Tx } from '../../platform/database/database.ts';
import { escapeLike } from './albums.read-model.ts';

/** So many media are simply looked through; an index answers for the rest. */
const LOOKED_THROUGH = 400;
/** Longer texts are found by their beginning and then compared. */
const MAX_GRAMS = 12;

const contains = (text: string) => {
  const pattern = `%${escapeLike(text)}%`;
  return sql`(lower(media.name) like ${pattern} or lower(media.caption) like ${pattern})`;
};

/** As it is compared: nothing a database refuses, no white space around it. */
export const searchText = (typed: string): string => typed.replaceAll('\u0000', '').trim().toLowerCase();

const isFilled = sql`albums.deleted_at is null and albums.image_count + albums.video_count > 0`;

/** Albums somebody can see and does not own; one twice that is shared within an organisation. */
const ofOthers = (userId: string) => sql`
  select albums.id from organisation_members member join albums on albums.org_id = member.org_id
    where member.user_id = ${userId} and created_by <> ${userId} and ${isFilled}
  union all
  select albums.id from album_shares share join albums on albums.id = share.album_id
    where share.user_id = ${userId} and accepted_at is not null and created_by <> ${userId} and ${isFilled}`;

/**
 * Ids of media of the albums somebody can see whose name or caption contains the text. What is common is found among the
 * first few hundred; what is not there is rare enough for the index. No order: there are at most `limit`.
 */
export async function searchMedia(db: Database, userId: string, text: string, limit: number): Promise<string[]> {
  const { ids, looked } = await lookThrough(db, userId, text, limit);
  if (ids.length >= limit || looked < LOOKED_THROUGH) return ids;
  return db.transaction().execute(async (tx) => {
    // For a limit the planner would rather read the whole table and hope to be lucky soon.
    await sql`set local enable_seqscan = off`.execute(tx);
    return lookUp(tx, userId, text, limit);
  });
}

async function lookThrough(tx: Tx, userId: string, text: string, limit: number): Promise<{ ids: string[]; looked: number }> {
  const result = await sql<{ ids: string[]; looked: number }>`
    with visible as (select id from albums where created_by = ${userId} and ${isFilled} union all ${ofOthers(userId)}),
    media as materialized (
      select part.id, part.name, part.caption from visible
      cross join lateral (select id, name, caption from media where album_id = visible.id limit ${LOOKED_THROUGH}) part
      limit ${LOOKED_THROUGH})
    select (select count(*) from media) as looked,
      array(select distinct media.id from media where ${contains(text)} limit ${limit}) as ids`.execute(tx);
  return result.rows[0] ?? { ids: [], looked: 0 };
}

async function lookUp(tx: Tx, userId: string, text: string, limit: number): Promise<string[]> {
  const grams = sql`${gramsOf(text)}::text[]`;
  const holds = sql`media_search_keys(media.owner_id, media.album_id, media.name, media.caption) @>`;
  const result = await sql<{ id: string }>`
    (select media.id from media where ${holds} search_keys(${userId}::uuid, ${grams}) and media.owner_id = ${userId} and ${contains(text)}
      limit ${limit})
    union all
    (select found.id from (select id, search_keys(id, ${grams}) as keys from (${ofOthers(userId)}) others) visible
      cross join lateral (select media.id from media where ${holds} visible.keys and media.album_id = visible.id and ${contains(text)}
        limit ${limit}) found limit ${limit})
    limit ${limit}`.execute(tx);
  return [...new Set(result.rows.map((row) => row.id))];
}

/** As the index cuts names up; of a text of one or two characters the text itself. */
function gramsOf(text: string): string[] {
  const characters = [...text];
  const width = Math.min(3, characters.length);
  const grams = characters.slice(0, characters.length - width + 1).map((_, place) => characters.slice(place, place + width).join(''));
  return [...new Set(grams)].slice(0, MAX_GRAMS);
}
