import { type RawBuilder, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Questions and categories are changed by one administrator at a time: counts, places and what is in use stay true. */
export const lockFaqs = (tx: Tx) => sql`lock table faq_categories, faqs in share row exclusive mode`.execute(tx);

export interface FaqFields {
  category_id: string | null;
  question: string;
  answer: string;
  answer_text: string;
  is_visible: boolean;
}

const COLUMNS = ['id', 'category_id', 'question', 'answer', 'answer_text', 'is_visible', 'position', 'version'] as const;

export const findFaqFields = (db: Db, id: string) => db.selectFrom('faqs').select(COLUMNS).where('id', '=', id).executeTakeFirst();

const inCategory = (categoryId: string | null): RawBuilder<boolean> => sql`category_id is not distinct from ${categoryId}::uuid`;

/** Behind the others of its category. */
export const selectLastPosition = (categoryId: string | null): RawBuilder<number> =>
  sql`(select coalesce(max(position), 0) + 1 from faqs where ${inCategory(categoryId)})`;

/** A position between the question it is placed before and the previous one. */
export const selectPositionBefore = (id: string, { id: beforeId, position }: { id: string; position: number }, categoryId: string | null) =>
  sql<number>`(${position}::double precision + coalesce((select max(position) from faqs
    where ${inCategory(categoryId)} and position < ${position} and id not in (${id}, ${beforeId})), ${position}::double precision - 2)) / 2`;

export const insertFaq = (tx: Tx, faq: FaqFields & { id: string }) =>
  tx
    .insertInto('faqs')
    .values({ ...faq, position: selectLastPosition(faq.category_id) })
    .execute();

export const updateFaq = (tx: Tx, id: string, fields: Partial<FaqFields>, place?: RawBuilder<number>) =>
  tx
    .updateTable('faqs')
    .set({ ...fields, ...(place && { position: place }), version: sql`version + 1`, updated_at: sql`now()` })
    .where('id', '=', id)
    .execute();

export const deleteFaq = (tx: Tx, id: string) => tx.deleteFrom('faqs').where('id', '=', id).execute();

export const countFaqs = async (db: Db): Promise<number> =>
  (await db.selectFrom('faqs').select(sql<number>`count(*)::integer`.as('count')).executeTakeFirstOrThrow()).count;

export const insertPicture = (
  tx: Tx,
  picture: { id: string; storage_key: string; mimetype: string; width: number; height: number; size_bytes: number },
) => tx.insertInto('faq_pictures').values(picture).execute();

/** Assigns pictures to this answer and releases others it had. Pictures of other answers stay with them. */
export async function replaceAnswerPictures(tx: Tx, faqId: string, ids: readonly string[]): Promise<void> {
  const kept = sql`any(${[...ids]}::uuid[])`;
  await sql`update faq_pictures set faq_id = null where faq_id = ${faqId} and not id = ${kept}`.execute(tx);
  await sql`update faq_pictures set faq_id = ${faqId} where faq_id is null and id = ${kept}`.execute(tx);
}

/** Deletes pictures without an answer after a time in which no author is still saving one. Returns the keys of their bytes. */
export const deleteUnusedPictures = async (tx: Tx, minutes: number, limit: number): Promise<string[]> => {
  const { rows } = await sql<{ storage_key: string }>`
    delete from faq_pictures where id in (
      select id from faq_pictures where faq_id is null and created_at < now() - make_interval(mins => ${minutes}) order by created_at limit ${limit} for update skip locked)
    returning storage_key`.execute(tx);
  return rows.map((row) => row.storage_key);
};
