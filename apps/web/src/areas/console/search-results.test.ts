import type { SearchResult } from '@vitrine/contract/console-search';
import { describe, expect, it } from 'vitest';
import { groupSearchResults } from './search-results.ts';

const PAGES = [
  { to: '/admin/overview', label: 'Overview' },
  { to: '/admin/AllUsers', label: 'All users' },
  { to: '/admin/devices', label: 'All Devices' },
];
const createResult = (kind: SearchResult['kind'], more: Partial<SearchResult> = {}): SearchResult => ({
  kind,
  _id: `${kind}-1`,
  name: 'Ana',
  note: 'x',
  ...more,
});

describe('groupSearchResults', () => {
  it('returns all pages for an empty text, and otherwise pages with a matching name', () => {
    expect(groupSearchResults('', PAGES, [])).toMatchObject([{ title: 'Pages', choices: [{ name: 'Overview' }, {}, {}] }]);
    expect(groupSearchResults('ALL', PAGES, [])[0]?.choices.map(({ name }) => name)).toEqual(['All users', 'All Devices']);
    expect(groupSearchResults('nothing', PAGES, [])).toEqual([]);
  });

  it('groups results by kind and links each to its page', () => {
    const found = [
      createResult('person'),
      createResult('person', { _id: 'person-2' }),
      createResult('device'),
      createResult('order', { orderType: 'poster' }),
      createResult('order', { orderType: 'item', _id: 'order-2' }),
      createResult('payment'),
      createResult('plan', { note: 'WV' }),
      createResult('question'),
      createResult('auditEntry'),
    ];
    const groups = groupSearchResults('ana', PAGES, found);
    expect(groups.map(({ title, choices }) => [title, choices.map(({ to, search }) => `${to} ${JSON.stringify(search)}`)])).toEqual([
      ['Users', ['/admin/AllUsers {"person":"person-1"}', '/admin/AllUsers {"person":"person-2"}']],
      ['Devices', ['/admin/devices {"device":"device-1"}']],
      ['Orders', ['/admin/orderItems/orderDetails {"orderId":"order-1"}', '/admin/orderItems/orderItemDetails {"orderId":"order-2"}']],
      ['Payments', ['/admin/payment {"payment":"payment-1"}']],
      ['Plans', ['/admin/subscription {"platform":"WV"}']],
      ['Questions', ['/admin/faq {"shown":"question-1"}']],
      ['Audit trail', ['/admin/audit {"entry":"auditEntry-1"}']],
    ]);
  });
});
