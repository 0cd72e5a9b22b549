import { SEARCH_MIN_LENGTH } from '@vitrine/contract/console-search';
import { sql } from 'kysely';
import type { Database } from '../../apps/server/src/platform/database/database.ts';
import { RARE_STATUS_ID } from './console.data.ts';
import { PEOPLE, RARE } from './console.people.ts';
import { DEVICES, AUDIT_ENTRIES as ENTRIES, ORDERS, SCREENS, VIDEOS } from './console.rest.ts';

/** Queries of one list and one kind, as paths below /api. */
export interface QuerySet {
  list: string;
  kind: 'pages' | 'filters' | 'searches' | 'searches within filters';
  paths: string[];
}

const DAY_MS = 86_400_000;

/** Ids of rows in the middle of each list, and an existing device id. */
interface MiddleRows {
  person: string;
  device: string;
  screen: string;
  order: string;
  video: string;
  code: string;
  entry: string;
  actor: string;
}

async function findMiddleRows(db: Database): Promise<MiddleRows> {
  const { rows } = await sql<MiddleRows>`select
    (select user_id from people_index order by created_at offset ${PEOPLE / 2} limit 1) as person,
    (select id from devices order by id offset ${DEVICES / 2} limit 1) as device,
    (select id from screens order by id offset ${SCREENS / 2} limit 1) as screen,
    (select id from orders order by created_at offset ${ORDERS / 2} limit 1) as order,
    (select id from media order by id offset ${VIDEOS} limit 1) as video,
    (select id from audit_entries order by id offset ${ENTRIES / 2} limit 1) as entry,
    (select actor_id from audit_entries order by id offset ${ENTRIES / 2} limit 1) as actor,
    (select lower(device_code) from screens where listed_id is not null order by id offset ${DEVICES / 2} limit 1) as code`.execute(db);
  if (!rows[0]) throw new Error('The lists are empty');
  return rows[0];
}

/** Common, rare and absent texts of different lengths and scripts, from names and email addresses. */
const SEARCH_TEXTS = [
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
  'no such text',
  RARE.thousandth,
  RARE.hundredThousandth,
  RARE.one,
  '@company.ex',
  'anna.l',
];
const FILTERED_SEARCH_TEXTS = ['a', '~', 'zoe', 'linda', RARE.thousandth, 'no such text'];

const withTexts = (texts: readonly string[], query: string) => texts.map((text) => `${query}&string=${encodeURIComponent(text)}`);
const combine = (queries: readonly string[], filters: readonly string[]) =>
  queries.flatMap((query) => filters.map((filter) => `${query}&${filter}`));

interface List {
  list: string;
  path: string;
  sorts: string[];
  filters: string[];
  /** Conditions that a search is combined with. */
  within: string[];
  texts: string[];
  /** Id of the row after which a deep page starts. */
  after: string;
}

function createQuerySets({ list, path, sorts, filters, within, texts, after }: List): QuerySet[] {
  const firstPages = sorts.map((sort) => `${path}${sort}`);
  return [
    { list, kind: 'pages', paths: [...firstPages, ...combine(firstPages, [`after=${after}`])] },
    { list, kind: 'filters', paths: combine(firstPages, [...filters, ...filters.map((filter) => `${filter}&after=${after}`)]) },
    { list, kind: 'searches', paths: firstPages.flatMap((firstPage) => withTexts(texts, firstPage)) },
    {
      list,
      kind: 'searches within filters',
      paths: combine(firstPages, [...within, `after=${after}`]).flatMap((firstPage) => withTexts(FILTERED_SEARCH_TEXTS, firstPage)),
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
  texts: SEARCH_TEXTS,
  after,
});

const devices = ({ device: after, code }: MiddleRows, [from, until]: [number, number]): List => ({
  list: 'devices',
  path: '/devices/data/search?role=admin&dataPerPage=10&sort=',
  sorts: ['az', 'za', 'ascending', 'descending'],
  filters: ['filter=1', 'filter=0', `startDate=${from}&endDate=${until}`, `startDate=${from}&filter=1`],
  within: ['filter=1', `startDate=${from}&endDate=${until}`],
  texts: [...SEARCH_TEXTS, code, code.slice(0, 3), 'kasse'],
  after,
});

const register = ({ screen: after, code }: MiddleRows, [from, until]: [number, number]): List => ({
  list: 'screen registry',
  path: '/register/devices/search?dataPerPage=10&sort=',
  sorts: ['IDascending', 'IDdescending', 'ascending', 'descending'],
  filters: ['filter=test', 'filter=live', `startDate=${from}&endDate=${until}`, `filter=dev&startDate=${from}`],
  within: ['filter=test', `startDate=${from}&endDate=${until}`],
  texts: [...SEARCH_TEXTS, code, code.slice(0, 3), 'kasse', 'sn-c4', 'sn-c4ca4238'],
  after,
});

/** Payments are this list, filtered by their outcome. */
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
  texts: [...SEARCH_TEXTS, 'V700000-0', '700000'],
  after,
});

/** Queries of the audit trail, newest first, with each filter. */
function audit({ entry, actor, person }: MiddleRows, [from, until]: [number, number]): QuerySet[] {
  const path = '/console/audit?dataPerPage=20';
  const singleFilters = [
    '',
    `actor=${actor}`,
    `owner=${person}`,
    'action=account.role',
    'table=screens',
    `object=${person}`,
    `from=${from}&until=${until}`,
  ];
  const combinedFilters = [`actor=${actor}&action=screen.environment`, `table=orders&from=${from}`, 'action=account.role&table=screens'];
  return [
    { list: 'audit trail', kind: 'pages', paths: [path, `${path}&after=${entry}`] },
    { list: 'audit trail', kind: 'filters', paths: combine([path, `${path}&after=${entry}`], [...singleFilters, ...combinedFilters]) },
  ];
}

/** Returns the queries that the bench runs for each list. */
export async function buildQuerySets(db: Database): Promise<QuerySet[]> {
  const middle = await findMiddleRows(db);
  const days: [number, number] = [Date.now() - 300 * DAY_MS, Date.now() - 210 * DAY_MS];
  const stack = '/queues/stacks?dataPerPage=10';
  const queue = [
    '/queues/pending?dataPerPage=10',
    '/queues/pending?dataPerPage=10&page=1000',
    ...combine([stack], ['', `after=${middle.video}`, 'status=failed', 'status=success', `status=inprogress&after=${middle.video}`]),
  ];
  return [
    ...[people(middle.person, days), devices(middle, days), register(middle, days), orders(middle.order)].flatMap(createQuerySets),
    ...audit(middle, days),
    {
      list: 'global search (Ctrl-K)',
      kind: 'searches',
      paths: [...SEARCH_TEXTS, middle.code, 'V700000-0']
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
      list: 'FAQ',
      kind: 'searches',
      paths: ['', 'number 499', 'no such text'].map((text) => `/faqs/admin/search?string=${encodeURIComponent(text)}`),
    },
  ];
}
