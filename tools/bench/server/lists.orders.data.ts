import { sql } from 'kysely';
import type { Database } from '../../../apps/server/src/platform/database/database.ts';
import { bulkInsertTables } from './bulk-insert.ts';

/**
 * Inserts orders for a tenth as many people by SQL, without triggers and foreign keys. A tenth belong to the partner platform, most are paid subscriptions,
 * and one in a thousand has a rare status or a buyer with a rare name.
 */
export async function generateOrders(db: Database, count: number): Promise<{ rareStatusId: string }> {
  const rareStatusId = '00000000-0000-7000-8000-00000000ca5e';
  await bulkInsertTables(db, ['orders'], async (tx) => {
    await sql`insert into order_statuses (id, type, name, color, event, position)
      values (${rareStatusId}, 'order', 'Came back', '#112233', 'ordercreated', 9)`.execute(tx);
    await sql`insert into orders (id, number, type, platform, user_id, payer_name, payer_email, description, items_cents, total_cents,
        status_id, payment_event, bank, created_at, paid_at)
      select ('0000000e-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid, 'V' || (200000 + n) || '-' || n % 10,
        case when n % 10 < 7 then 'subscription' when n % 10 < 9 then 'poster' else 'item' end,
        case when n % 11 = 0 then 'WV' else 'PP' end, null,
        (array['Ana','Ben','Carla','Dmitri','Eva','Farid','Grace','Hugo'])[1 + who % 8] || ' ' || initcap(left(md5(who::text), 7))
          || case when who % 1000 = 7 then ' Zebrowski' else '' end,
        left(md5(who::text), 7) || who || case when who % 3 = 0 then '@example.com' else '@mail.example.org' end,
        'Single User', 1000, 1000,
        case when n % 1000 = 3 then ${rareStatusId}::uuid
          else (select id from order_statuses where event = 'ordercreated' and position = 1) end,
        event, 'testBank', now() - make_interval(secs => (${count} - n) * 60),
        case when event = 'paymentsuccess' then now() end
      from generate_series(1, ${count}::integer) n
      cross join lateral (select n::bigint * 7919 % (${count} / 10) as who,
        case when n % 97 = 0 then 'paymentfailed' when n % 89 = 0 then 'paymentpending' else 'paymentsuccess' end as event) of`.execute(tx);
  });
  return { rareStatusId };
}
