import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';
import { escapeLike, normalizeSearchText } from '../../platform/search-text.ts';

export interface FaqFilter {
  /** A part of the question or the answer. */
  string?: string | undefined;
  catagoryId?: string | undefined;
  /** For one place: its categories and questions without a category. */
  visibality?: 'faq' | 'help' | undefined;
  isForPeople?: boolean;
  id?: string;
}

export interface FaqPage {
  page: number;
  dataPerPage: number;
}

const selectFaqs = (db: Db) =>
  db
    .selectFrom('faqs')
    .leftJoin('faq_categories as category', 'category.id', 'faqs.category_id')
    .select([
      'faqs.id',
      'faqs.question',
      'faqs.answer',
      'faqs.is_visible',
      'faqs.version',
      'faqs.updated_at',
      'faqs.category_id',
      'category.name as category_name',
      'category.visibility as category_visibility',
    ]);
export type FaqRow = Awaited<ReturnType<ReturnType<typeof selectFaqs>['executeTakeFirstOrThrow']>>;

function buildConditions({
  string = '',
  catagoryId,
  visibality,
  isForPeople: isVisibleToUsers = false,
  id,
}: FaqFilter): RawBuilder<boolean>[] {
  const text = normalizeSearchText(string);
  const pattern = `%${escapeLike(text)}%`;
  return [
    sql<boolean>`true`,
    ...(text === '' ? [] : [sql<boolean>`(lower(faqs.question) like ${pattern} or lower(faqs.answer_text) like ${pattern})`]),
    ...(catagoryId === undefined ? [] : [sql<boolean>`faqs.category_id = ${catagoryId}`]),
    ...(visibality === undefined ? [] : [sql<boolean>`coalesce(category.visibility, 'all') in ('all', ${visibality})`]),
    ...(isVisibleToUsers ? [sql<boolean>`faqs.is_visible`] : []),
    ...(id === undefined ? [] : [sql<boolean>`faqs.id = ${id}`]),
  ];
}

/** Lists questions in display order: by category, questions without a category last. */
export const listFaqs = (db: Db, filter: FaqFilter, { page, dataPerPage }: FaqPage): Promise<FaqRow[]> =>
  selectFaqs(db)
    .where(sql<boolean>`${sql.join(buildConditions(filter), sql` and `)}`)
    .orderBy(sql`category.position nulls last, faqs.category_id, faqs.position, faqs.id`)
    .limit(dataPerPage)
    .offset((page - 1) * dataPerPage)
    .execute();

export const findFaq = (db: Db, id: string): Promise<FaqRow | undefined> => selectFaqs(db).where('faqs.id', '=', id).executeTakeFirst();

/** Finds the upload that an answer wants to show. */
export const findUpload = (db: Db, id: string) =>
  db.selectFrom('files').select(['owner_id', 'role', 'kind', 'mimetype', 'storage_key']).where('id', '=', id).executeTakeFirst();

const PICTURE_COLUMNS = ['id', 'faq_id', 'storage_key', 'mimetype', 'width', 'height', 'size_bytes'] as const;

export const findPicture = (db: Db, id: string) =>
  db.selectFrom('faq_pictures').select(PICTURE_COLUMNS).where('id', '=', id).executeTakeFirst();
export type PictureRow = NonNullable<Awaited<ReturnType<typeof findPicture>>>;
