import { sql } from 'kysely';
import type { Tx } from '../../apps/server/src/platform/database/database.ts';
import { DAYS, PEOPLE, share } from './console.people.ts';

export const SCREENS = share(300_000);
export const DEVICES = share(200_000);
export const ORDERS = share(1_000_000);
export const AUDIT_ENTRIES = share(1_000_000);
export const VIDEOS = share(50_000);
const MESSAGES = share(10_000);

/** The insert below picks one of these thirty names. */
const DEVICE_NAMES =
  'Lobby,Window,Menu,Kasse,Вход,Accueil,店頭,Wall,Entrance,Bar,Kitchen,Reception,Gate,Hall,Counter,Office,Shop,Corridor,Lift,Stairs,Foyer,Terrace,Room,Salon,Aula,Gym,Pool,Library,Garage,Roof';

/** Creation time of row n, spread evenly over all days. */
const creationTime = (count: number) =>
  sql`date_trunc('milliseconds', now() - interval '1 minute' - (${sql.lit(count)} - n) * ${sql.lit(DAYS / count)} * interval '1 day')`;
const numbers = (count: number) => sql`generate_series(1, ${sql.lit(count)}::integer) n`;
const randomPerson = (seed: number) => sql`1 + floor(${sql.lit(PEOPLE)} * pg_temp.bench_random(n, ${sql.lit(seed)}))::integer`;

/** Inserts the screen registry, with devices for two thirds of the screens. A third of the screens are online at the running server. */
export async function insertScreens(tx: Tx, processId: string): Promise<void> {
  await sql`create temporary table bench_screens on commit drop as
    select n, pg_temp.bench_id(at, n) as id, at, case when n % 3 <> 0 then pg_temp.bench_id(at + interval '5 seconds', n) end as device_id,
      chr(65 + n % 26) || lpad((n / 26 * 7919 % 100000)::text, 5, '0') as code, case when pg_temp.bench_random(n, 11) < 0.33 then ${processId} end as process_id,
      (string_to_array(${DEVICE_NAMES}, ','))[1 + floor(30 * pg_temp.bench_random(n, 13))::integer] || ' ' || (n % 977) as name, people.id as user_id, people.platform,
      people.name as user_name, people.email
    from (select n, ${creationTime(SCREENS)} as at from ${numbers(SCREENS)}) as numbers join bench_people as people on people.number = ${randomPerson(12)}`.execute(
    tx,
  );
  await sql`insert into screens (id, device_code, last_code, secret_hash, version_code, environment, live_process_id, address, created_at, seen_at,
      serial_number, user_agent, listed_id, listed_name, listed_platform)
    select id, code, case when n % 40 = 0 then chr(65 + (n + 7) % 26) || lpad((n % 100000)::text, 5, '0') end, '\\x00', '1.0.' || n % 4,
      case when n % 500 = 0 then 'test' when n % 700 = 0 then 'dev' else 'live' end, process_id, '10.0.' || n % 250 || '.' || n % 200, at, now(),
      case when n % 4 = 0 then 'SN-' || upper(md5(n::text)) end, 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0',
      device_id, case when device_id is not null then lower(name) end, case when device_id is not null then platform end
    from bench_screens order by n`.execute(tx);
  await sql`insert into devices (id, screen_id, name, time_zone, user_id, created_at, updated_at, platform, searched)
    select device_id, id, name, 'UTC', user_id, at, at, platform, lower(concat_ws(chr(10), name, code, user_name, email))
    from bench_screens where device_id is not null order by n`.execute(tx);
}

/** Inserts orders: mostly paid subscriptions, one in a thousand with a rare status, one in twenty of a deleted account. */
export async function insertOrders(tx: Tx, rareStatusId: string): Promise<void> {
  await sql`insert into order_statuses (id, type, name, color, event, position) values (${rareStatusId}, 'order', 'Came back', '#112233', 'ordercreated', 9)`.execute(
    tx,
  );
  await sql`insert into orders (id, number, type, platform, user_id, payer_name, payer_email, description, items_cents, total_cents, status_id, payment_event,
      bank, payment_intent_id, card_brand, card_last4, created_at, paid_at, closed_at)
    select pg_temp.bench_id(at, kinds.n), 'V' || (200000 + kinds.n) || '-' || kinds.n % 10,
      case when kinds.n % 10 < 7 then 'subscription' when kinds.n % 10 < 9 then 'poster' else 'item' end, people.platform,
      case when kinds.n % 20 <> 4 then people.id end, people.name, people.email, 'Single User, monthly', 29900, 29900,
      case when kinds.n % 1000 = 3 then ${rareStatusId}::uuid else status.id end, event, 'testBank', 'pi_c' || kinds.n, 'visa', '4242', at,
      case when event = 'paymentsuccess' then at end, case when event <> 'paymentsuccess' then at end
    from (select n, ${creationTime(ORDERS)} as at, ${randomPerson(21)} as buyer,
        case when n % 97 = 0 then 'paymentfailed' when n % 89 = 0 then 'paymentpending' else 'paymentsuccess' end as event from ${numbers(ORDERS)}) as kinds
      join bench_people as people on people.number = kinds.buyer
      cross join (select id from order_statuses where event = 'ordercreated' order by position limit 1) as status
    order by kinds.n`.execute(tx);
}

export async function insertAuditEntries(tx: Tx): Promise<void> {
  await sql`insert into audit_entries (id, actor_id, user_id, action, created_at, object_kind, object_ids, before, after)
    select pg_temp.bench_id(at, numbers.n), actors.id, people.id, action, at, kind, array[people.id],
      jsonb_build_object(people.id, jsonb_build_object('name', people.name)), jsonb_build_object(people.id, jsonb_build_object('name', people.name, 'role', 'user'))
    from (select n, ${creationTime(AUDIT_ENTRIES)} as at, ${randomPerson(31)} as subject_number,
        5 + 10000 * (n % 100) as actor_number, (array['account.status','account.role','account.name','screen.environment','order.status'])[1 + n % 5] as action,
        (array['users','users','users','screens','orders'])[1 + n % 5] as kind from ${numbers(AUDIT_ENTRIES)}) as numbers
      join bench_people as people on people.number = numbers.subject_number join bench_people as actors on actors.number = numbers.actor_number
    order by numbers.n`.execute(tx);
}

/** Inserts videos, half of which wait for the encoder. No encoder runs during the bench. */
export async function insertVideos(tx: Tx): Promise<void> {
  const count = 2 * VIDEOS;
  await sql`insert into albums (id, name, album_type, created_by)
    select pg_temp.bench_id(created_at, 5000000 + number), 'My videos', 'normal', id from bench_people where number <= 1000`.execute(tx);
  await sql`create temporary table bench_videos on commit drop as
    select numbers.n, pg_temp.bench_id(at, 4000000 + numbers.n) as id, pg_temp.bench_id(at, 3000000 + numbers.n) as file_id, at, people.id as owner_id,
      pg_temp.bench_id(people.created_at, 5000000 + people.number) as album_id
    from (select n, ${creationTime(count)} as at from ${numbers(count)}) as numbers join bench_people as people on people.number = 1 + numbers.n % 1000`.execute(
    tx,
  );
  await sql`insert into files (id, owner_id, role, storage_key, sha256, size_bytes, mimetype, kind, width, height, duration_ms)
    select file_id, owner_id, 'original', 'bench/' || n, md5(n::text) || md5(n::text), 1000000 + n, 'video/mp4', 'video', 1920, 1080, 30000
    from bench_videos order by n`.execute(tx);
  await sql`insert into media (id, album_id, owner_id, file_id, kind, name, sequence, status, failure_reason, uploaded_by, size_bytes, created_at, updated_at)
    select id, album_id, owner_id, file_id, 'video', 'MOV_' || n || '.mp4', n, status, case when status = 9 then 'It is damaged' end, owner_id,
      1000000 + n, at, at
    from bench_videos cross join lateral (select case when n > ${sql.lit(VIDEOS)} then 1 when n % 300 = 0 then 9 else 6 end as status) as states
    order by n`.execute(tx);
  await sql`insert into graphile_worker._private_tasks (identifier) values ('media.video') on conflict do nothing`.execute(tx);
  await sql`insert into graphile_worker._private_jobs (task_id, payload, key, run_at)
    select tasks.id, json_build_object('fileId', file_id), 'media:' || file_id, at
    from bench_videos cross join (select id from graphile_worker._private_tasks where identifier = 'media.video') as tasks
    where n > ${sql.lit(VIDEOS)} order by n`.execute(tx);
}

/** Inserts contact messages, of which every hundredth is unanswered, and as many questions as the limit allows. */
export async function insertMessagesAndFaqs(tx: Tx): Promise<void> {
  await sql`insert into contact_messages (id, name, email, phone_no, message_text, created_at, answered_at, reply_text)
    select pg_temp.bench_id(at, numbers.n), people.name, people.email, '+1 555 0100', 'My screen shows nothing since this morning. What can I do?', at,
      case when numbers.n % 100 <> 0 then at + interval '1 hour' end, case when numbers.n % 100 <> 0 then 'Please restart it.' end
    from (select n, ${creationTime(MESSAGES)} as at, ${randomPerson(41)} as subject_number from ${numbers(MESSAGES)}) as numbers
      join bench_people as people on people.number = numbers.subject_number
    order by numbers.n`.execute(tx);
  await sql`insert into faqs (id, question, answer, answer_text, position)
    select pg_temp.bench_id(now(), 6000000 + n), 'How do I hang wall number ' || n || '?', '<p>' || text || '</p>', text, n
    from ${numbers(500)} cross join (select repeat('Open the screen in a browser and add the id that it shows. ', 10) as text) as texts`.execute(
    tx,
  );
}
