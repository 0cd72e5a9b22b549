import { SEARCH_MIN_LENGTH } from '@vitrine/contract/console-search';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { RARE_STATUS_ID } from './console.data.ts';
import { PEOPLE, RARE } from './console.people.ts';
import { DEVICES, AUDIT_ENTRIES as ENTRIES, ORDERS, SCREENS, VIDEOS } from './console.rest.ts';

/** Addresses below /api, of one list and one kind. */
export interface Asked {
  list: string;
  kind: 'pages' | 'filters' | 'searches' | 'searches within filters';
  paths: string[];
}

const DAY_MS = 86_400_000;

/** Rows in the middle of each list, and a device id that there is. */
interface Middle {
  person: string;
  device: string;
  screen: string;
  order: string;
  video: string;
  code: string;
  entry: string;
  doer: string;
}

async function findMiddle(db: Database): Promise<Middle> {
  const { rows } = await sql<Middle>`select
    (select user_id from people_index order by created_at offset ${PEOPLE / 2} limit 1) as person,
    (select id from devices order by id offset ${DEVICES / 2} limit 1) as device,
    (select id from screens order by id offset ${SCREENS / 2} limit 1) as screen,
    (select id from orders order by created_at offset ${ORDERS / 2} limit 1) as order,
    (select id from media order by id offset ${VIDEOS} limit 1) as video,
    (select id from audit_entries order by id offset ${ENTRIES / 2} limit 1) as entry,
    (select actor_id from audit_entries order by id offset ${ENTRIES / 2} limit 1) as doer,
    (select lower(device_code) from screens where listed_id is not null order by id offset ${DEVICES / 2} limit 1) as code`.execute(db);
  if (!rows[0]) throw new Error('There is nothing to list');
  return rows[0];
}

/** Common, rare and absent, of one, two, three and more characters, in several scripts; of names, and of addresses. */
const TEXTS = [
  'a',
  'z',
  '~',
  'zz',
  'q~',
  'zoe',
  '~~~',
  'ski',
  '77',
  '王',
  'дмитрий',
  'محمد',
  'linda',
  'kowberski',
  'nobody at all',
  RARE.thousandth,
  RARE.hundredThousandth,
  RARE.one,
  '@company.ex',
  'anna.l',
];
const FEW_TEXTS = ['a', '~', 'zoe', 'linda', RARE.thousandth, 'nobody at all'];

const withTexts = (texts: readonly string[], query: string) => texts.map((text) => `${query}&string=${encodeURIComponent(text)}`);
const withAll = (queries: readonly string[], filters: readonly string[]) =>
  queries.flatMap((query) => filters.map((filter) => `${query}&${filter}`));

interface List {
  list: string;
  path: string;
  sorts: string[];
  filters: string[];
  /** Conditions that a search is combined with. */
  within: string[];
  texts: string[];
  /** The row behind which a deep page begins. */
  after: string;
}

function askedOf({ list, path, sorts, filters, within, texts, after }: List): Asked[] {
  const firsts = sorts.map((sort) => `${path}${sort}`);
  return [
    { list, kind: 'pages', paths: [...firsts, ...withAll(firsts, [`after=${after}`])] },
    { list, kind: 'filters', paths: withAll(firsts, [...filters, ...filters.map((filter) => `${filter}&after=${after}`)]) },
    { list, kind: 'searches', paths: firsts.flatMap((first) => withTexts(texts, first)) },
    {
      list,
      kind: 'searches within filters',
      paths: withAll(firsts, [...within, `after=${after}`]).flatMap((first) => withTexts(FEW_TEXTS, first)),
    },
  ];
}

const people = (after: string, [from, until]: [number, number]): List => ({
  list: 'users',
  path: '/users/search/user?dataPerPage=10&sort=',
  sorts: ['newest', 'name-az', 'name-za', 'email-az', 'email-za'],
  filters: [
    'filter=host',
    'filter=admin',
    'disabled=1',
    'platform=WV',
    `startDate=${from}&endDate=${until}`,
    `startDate=${until}`,
    `filter=support&platform=PP&disabled=1&startDate=${from}`,
  ],
  within: ['filter=host&disabled=1', 'platform=WV', `startDate=${from}&endDate=${until}`],
  texts: TEXTS,
  after,
});

const devices = ({ device: after, code }: Middle, [from, until]: [number, number]): List => ({
  list: 'devices',
  path: '/devices/data/search?role=admin&dataPerPage=10&sort=',
  sorts: ['az', 'za', 'ascending', 'descending'],
  filters: ['filter=1', 'filter=0', `startDate=${from}&endDate=${until}`, `startDate=${from}&filter=1`],
  within: ['filter=1', `startDate=${from}&endDate=${until}`],
  texts: [...TEXTS, code, code.slice(0, 3), 'kasse'],
  after,
});

const register = ({ screen: after, code }: Middle, [from, until]: [number, number]): List => ({
  list: 'register',
  path: '/register/devices/search?dataPerPage=10&sort=',
  sorts: ['IDascending', 'IDdescending', 'ascending', 'descending'],
  filters: ['filter=test', 'filter=live', `startDate=${from}&endDate=${until}`, `filter=dev&startDate=${from}`],
  within: ['filter=test', `startDate=${from}&endDate=${until}`],
  texts: [...TEXTS, code, code.slice(0, 3), 'kasse', 'sn-c4', 'sn-c4ca4238'],
  after,
});

/** Payments are the same list, by what became of them. */
const orders = (after: string): List => ({
  list: 'orders and payments',
  path: '/orders?role=admin&dataPerPage=20',
  sorts: [''],
  filters: [
    'orderType=item',
    'orderType=poster',
    'platform=WV',
    'paymentEvent=paymentfailed',
    `statusId=${RARE_STATUS_ID}`,
    'from=2026-01-01&until=2026-06-30',
    'orderType=poster&platform=WV&paymentEvent=paymentpending',
    'orderType=item&platform=WV',
    `statusId=${RARE_STATUS_ID}&orderType=subscription&platform=PP&paymentEvent=paymentsuccess`,
    'statusId=00000000-0000-7000-8000-000000000000',
  ],
  within: ['orderType=item', 'paymentEvent=paymentfailed', `statusId=${RARE_STATUS_ID}`, 'platform=WV&paymentEvent=paymentfailed'],
  texts: [...TEXTS, 'V700000-0', '700000'],
  after,
});

/** Queries of the audit trail, newest first, with each filter. */
function audit({ entry, doer, person }: Middle, [from, until]: [number, number]): Asked[] {
  const path = '/console/audit?dataPerPage=20';
  const narrowed = [
    '',
    `actor=${doer}`,
    `owner=${person}`,
    'action=account.role',
    'table=screens',
    `object=${person}`,
    `from=${from}&until=${until}`,
  ];
  const both = [`actor=${doer}&action=screen.environment`, `table=orders&from=${from}`, 'action=account.role&table=screens'];
  return [
    { list: 'audit trail', kind: 'pages', paths: [path, `${path}&after=${entry}`] },
    { list: 'audit trail', kind: 'filters', paths: withAll([path, `${path}&after=${entry}`], [...narrowed, ...both]) },
  ];
}

/** Returns the queries that the bench runs for each list. */
export async function findAsked(db: Database): Promise<Asked[]> {
  const middle = await findMiddle(db);
  const days: [number, number] = [Date.now() - 300 * DAY_MS, Date.now() - 210 * DAY_MS];
  const stack = '/queues/stacks?dataPerPage=10';
  const queue = [
    '/queues/pending?dataPerPage=10',
    '/queues/pending?dataPerPage=10&page=1000',
    ...withAll([stack], ['', `after=${middle.video}`, 'status=failed', 'status=success', `status=inprogress&after=${middle.video}`]),
  ];
  return [
    ...[people(middle.person, days), devices(middle, days), register(middle, days), orders(middle.order)].flatMap(askedOf),
    ...audit(middle, days),
    {
      list: 'anything, by Ctrl-K',
      kind: 'searches',
      paths: [...TEXTS, middle.code, 'V700000-0']
        .filter((text) => text.length >= SEARCH_MIN_LENGTH)
        .map((text) => `/console/find?q=${encodeURIComponent(text)}`),
    },
    { list: 'overview and system', kind: 'pages', paths: ['/console/overview', '/console/system', '/console/audit/choices'] },
    { list: 'video queue and stack', kind: 'pages', paths: queue },
    {
      list: 'messages',
      kind: 'pages',
      paths: ['new', 'answered', 'new&page=3', 'answered&page=200'].map((query) => `/contacts?state=${query}`),
    },
    {
      list: 'questions',
      kind: 'searches',
      paths: ['', 'number 499', 'nobody at all'].map((text) => `/faqs/admin/search?string=${encodeURIComponent(text)}`),
    },
  ];
}
