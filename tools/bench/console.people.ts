import { sql } from 'kysely';
import type { Tx } from '../../apps/server/src/platform/database/database.ts';

/** Spelling in the name and in the email address, most frequent first. A third of the people have one of these names. */
const FIRST_NAMES = [
  ['Maria', 'maria'],
  ['José', 'jose'],
  ['Anna', 'anna'],
  ['Мария', 'mariya'],
  ['Wei', 'wei'],
  ['Mohammed', 'mohammed'],
  ['Nguyễn', 'nguyen'],
  ['Chloé', 'chloe'],
  ['Дмитрий', 'dmitri'],
  ['Priya', 'priya'],
  ['Ben', 'ben'],
  ['Ayşe', 'ayse'],
  ['Łukasz', 'lukasz'],
  ['Søren', 'soren'],
  ['王芳', 'wangfang'],
  ['さくら', 'sakura'],
  ['Ελένη', 'eleni'],
  ['محمد', 'muhammad'],
  ['Zoe', 'zoe'],
  ['Yusuf', 'yusuf'],
  ['Jean-Luc', 'jeanluc'],
  ["D'Angelo", 'dangelo'],
  ['Åsa', 'asa'],
  ['김민준', 'minjun'],
] as const;
const FIRST_NAME_STEMS = 'Ad,Be,Co,Da,El,Fa,Gi,Ha,Is,Ju,Ka,Le,Ma,Ni,Ol,Pa,Re,Si,Te,Vi';
const FIRST_NAME_ENDS = 'rian,nna,lin,rio,mir,la,tor,ne,ris,bel,vid,go,sha,ko,tte';
const LAST_NAME_STEMS = 'Al,Bar,Cas,Del,Eder,Fon,Gar,Hol,Ing,Jan,Kow,Lind,Mar,Nov,Oliv,Per,Quin,Ros,San,Tor,Ul,Vas,Wil,Yam,Zim';
const LAST_NAME_MIDDLES = 'a,ber,cin,den,e,fer,gan,ho,in,ker,lan,mo,nar,o,pin,ri,sti,ta,ven,u';
const LAST_NAME_ENDS = 'son,ski,ova,ez,mann,ini,berg,eau,ing,sen,off,yan,ara,ley,ton';
const DOMAINS = 'gmail.com,gmail.com,gmail.com,outlook.com,yahoo.co.jp,mail.example.org,web.de,company.example';

/** Scales row counts. `SHARE=0.01` inserts a hundredth of the rows, to try out the bench. */
export const share = (count: number): number => count * Number(process.env['SHARE'] ?? 1);

export const PEOPLE = share(1_000_000);
/** Accounts were created evenly over this many days; the last day is today. */
export const DAYS = 1096;

/** Last names of one person in a thousand, of one in a hundred thousand, and of a single person. */
export const RARE = { thousandth: 'Zebrowski', hundredThousandth: 'Quixote', one: 'Featherstonehaugh' };

const textArray = (list: string) => sql`string_to_array(${list}, ',')`;
const pickElement = (list: ReturnType<typeof sql>, random: string) =>
  sql`(${list})[1 + floor(array_length(${list}, 1) * ${sql.raw(random)})::integer]`;

/**
 * Creates helpers for the other inserts in this transaction: `bench_people`, people by number; `bench_random(n, seed)`, a repeatable number from 0 to 1;
 * `bench_id(at, n)`, a UUIDv7.
 */
export async function createBenchPeople(tx: Tx): Promise<void> {
  await sql`create function pg_temp.bench_random(n integer, seed integer) returns double precision language sql immutable parallel safe
    return (hashint4extended(n, seed) & 2147483647) / 2147483648.0::double precision`.execute(tx);
  await sql`create function pg_temp.bench_id(at timestamptz, n integer) returns uuid language sql immutable parallel safe
    return (lpad(to_hex(floor(extract(epoch from at) * 1000)::bigint), 12, '0') || '7000' || '8000' || lpad(to_hex(n), 12, '0'))::uuid`.execute(
    tx,
  );
  await sql`create temporary table bench_people on commit drop as
    select n as number, pg_temp.bench_id(at, n) as id, at as created_at,
      coalesce((${FIRST_NAMES.map(([name]) => name)}::text[])[first], other) || ' ' || last as name,
      coalesce((${FIRST_NAMES.map(([, name]) => name)}::text[])[first], lower(other)) || '.' || lower(last) || n || '@' || ${pickElement(textArray(DOMAINS), 'pg_temp.bench_random(n, 2)')} as email,
      case when n % 100 = 1 then 'WV' else 'PP' end as platform,
      case when n % 10000 = 5 then 'admin' when n % 1000 = 6 then 'support' when n % 200 = 1 then 'host' when n % 200 = 101 then 'advUser'
        else 'user' end as role,
      case when n % 50 = 9 then at + interval '1 day' end as disabled_at
    from generate_series(1, ${sql.lit(PEOPLE)}::integer) n
    cross join lateral (select date_trunc('milliseconds', now() - interval '1 minute' - ${sql.lit(PEOPLE)} * ${sql.lit(DAYS / PEOPLE)} * interval '1 day'
      + n * ${sql.lit(DAYS / PEOPLE)} * interval '1 day') as at,
      1 + floor(${sql.lit(3 * FIRST_NAMES.length)} * pg_temp.bench_random(n, 1) ^ 1.3)::integer as first,
      ${pickElement(textArray(FIRST_NAME_STEMS), 'pg_temp.bench_random(n, 6)')} || ${pickElement(textArray(FIRST_NAME_ENDS), 'pg_temp.bench_random(n, 7)')} as other,
      case when n = ${sql.lit(PEOPLE / 2)} then ${RARE.one} when n % 100000 = 11 then ${RARE.hundredThousandth} when n % 1000 = 7 then ${RARE.thousandth}
        else ${pickElement(textArray(LAST_NAME_STEMS), 'pg_temp.bench_random(n, 3)')} || ${pickElement(textArray(LAST_NAME_MIDDLES), 'pg_temp.bench_random(n, 4)')}
          || ${pickElement(textArray(LAST_NAME_ENDS), 'pg_temp.bench_random(n, 5)')} end as last) as source`.execute(tx);
  await sql`create unique index on bench_people (number)`.execute(tx);
  await sql`analyze bench_people`.execute(tx);
}

/** Inserts the people with their search index, and a plan for every fifth of them. */
export async function insertPeople(tx: Tx): Promise<void> {
  await sql`insert into users (id, name, email, password_hash, role, platform, verified_at, disabled_at, created_at, updated_at)
    select id, name, email, '-', role, platform, created_at, disabled_at, created_at, created_at from bench_people order by number`.execute(
    tx,
  );
  await sql`insert into people_index (user_id, platform, role, is_disabled, created_at, month, name, email)
    select id, platform, role, disabled_at is not null, created_at, month_of(created_at), lower(name), lower(email) from bench_people order by number`.execute(
    tx,
  );
  const withPlan = sql`bench_people where number % 5 = 0`;
  await sql`insert into subscriptions (id, user_id, plan_name, source, state, period_start, period_end, started_at)
    select pg_temp.bench_id(created_at + interval '1 hour', number), id, 'Enterprise Plan', 'given', 'active', created_at, now() + interval '1 year', created_at
    from ${withPlan}`.execute(tx);
  await sql`insert into entitlements (user_id, plan_name, ends_at, devices, storage_bytes, source)
    select id, 'Enterprise Plan', now() + interval '1 year', 50, 200000000000, 'given' from ${withPlan}`.execute(tx);
}
