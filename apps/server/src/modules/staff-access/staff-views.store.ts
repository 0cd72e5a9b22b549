import { type Selectable, sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { StaffViews } from '../../platform/database/schema.gen.ts';

export type ViewRow = Pick<
  Selectable<StaffViews>,
  'id' | 'user_id' | 'staff_id' | 'is_read_only' | 'is_permitted' | 'reason' | 'started_at' | 'expires_at'
>;

const COLUMNS = [
  'staff_views.id',
  'staff_views.user_id',
  'staff_views.staff_id',
  'staff_views.is_read_only',
  'staff_views.is_permitted',
  'staff_views.reason',
  'staff_views.started_at',
  'staff_views.expires_at',
] as const;

/** Makes requests of one session that open or close a view run one after the other. */
export const lockSession = (tx: Tx, sessionId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`staff view ${sessionId}`}, 0))`.execute(tx);

/** Returns the open view of a session, with role and platform of the viewed account. */
export const findOpenView = (db: Db, sessionId: string, now: Date) =>
  db
    .selectFrom('staff_views')
    .innerJoin('users', 'users.id', 'staff_views.user_id')
    .select([...COLUMNS, 'users.name', 'users.role', 'users.is_super_admin', 'users.platform'])
    .where('session_hash', '=', Buffer.from(sessionId, 'hex'))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();

export type OpenView = NonNullable<Awaited<ReturnType<typeof findOpenView>>>;

export const isViewOpen = async (db: Db, id: string, now: Date): Promise<boolean> =>
  (await db
    .selectFrom('staff_views')
    .select('id')
    .where('id', '=', id)
    .where('ended_at', 'is', null)
    .where('session_hash', 'is not', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()) !== undefined;

export const findAccount = (db: Db, id: string) =>
  db.selectFrom('users').select(['id', 'name', 'role', 'is_super_admin', 'platform']).where('id', '=', id).executeTakeFirst();

interface NewView extends ViewRow {
  staff_name: string;
  session_hash: Buffer;
}

export const insertView = (tx: Tx, view: NewView) => tx.insertInto('staff_views').values(view).execute();

/** Builds a statement that ends matching open views and returns them. */
const endViews = (tx: Tx, now: Date) =>
  tx.updateTable('staff_views').set({ ended_at: now }).where('ended_at', 'is', null).returning(COLUMNS);

export const endViewOfSession = (tx: Tx, sessionId: string, now: Date): Promise<ViewRow[]> =>
  endViews(tx, now).where('session_hash', '=', Buffer.from(sessionId, 'hex')).execute();

export const endViewsOfAccount = (tx: Tx, userId: string, now: Date): Promise<ViewRow[]> =>
  endViews(tx, now).where('user_id', '=', userId).execute();

/** Ends the views of an account by this staff member that were opened without a reason, which require the account's permission. */
export const endPermittedViews = (tx: Tx, userId: string, staffId: string, now: Date): Promise<ViewRow[]> =>
  endViews(tx, now).where('user_id', '=', userId).where('staff_id', '=', staffId).where('reason', 'is', null).execute();

/** Ends views that have expired or whose session was ended. */
export const endStaleViews = (tx: Tx, now: Date, limit: number): Promise<ViewRow[]> =>
  endViews(tx, now)
    .where((where) =>
      where(
        'id',
        'in',
        where
          .selectFrom('staff_views')
          .select('id')
          .where('ended_at', 'is', null)
          .where(({ or, eb }) => or([eb('expires_at', '<=', now), eb('session_hash', 'is', null)]))
          .orderBy('id')
          .limit(limit)
          .forUpdate()
          .skipLocked(),
      ),
    )
    .execute();

export const deleteOldViews = (tx: Tx, before: Date, limit: number) =>
  tx
    .deleteFrom('staff_views')
    .where(({ eb, selectFrom }) => eb('id', 'in', selectFrom('staff_views').select('id').where('started_at', '<', before).limit(limit)))
    .where('ended_at', 'is not', null)
    .execute();

export interface ViewedItems {
  viewId: string;
  kind: string;
  count: number;
}

/** Adds to the counts of views that still exist. */
export const addItems = (tx: Tx, items: readonly ViewedItems[]) =>
  sql`
    insert into staff_view_items (view_id, kind, items)
    select staff_views.id, added.kind, added.count
    from unnest(${items.map(({ viewId }) => viewId)}::uuid[], ${items.map(({ kind }) => kind)}::text[],
      ${items.map(({ count }) => count)}::integer[]) as added (view_id, kind, count)
    join staff_views on staff_views.id = added.view_id
    order by staff_views.id, added.kind
    on conflict (view_id, kind) do update set items = staff_view_items.items + excluded.items`.execute(tx);

export const listItems = (db: Db, viewIds: readonly string[]) =>
  db.selectFrom('staff_view_items').select(['view_id', 'kind', 'items']).where('view_id', 'in', viewIds).orderBy('kind').execute();

/** Returns the views of an account, newest first. */
export const listVisits = (db: Db, userId: string, { before, limit }: { before: string | undefined; limit: number }) =>
  db
    .selectFrom('staff_views')
    .select(['id', 'staff_name', 'is_read_only', 'reason', 'started_at', 'expires_at', 'ended_at', 'session_hash'])
    .where('user_id', '=', userId)
    .$if(before !== undefined, (query) => query.where('id', '<', before ?? ''))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
