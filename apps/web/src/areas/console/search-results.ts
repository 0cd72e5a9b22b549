import type { SearchResult, SearchResultKind } from '@vitrine/contract/console-search';
import { matchesSearch } from '../../lib/typed-search.ts';

/** A page or an object to open. */
export interface SearchChoice {
  key: string;
  name: string;
  note: string;
  to: string;
  search: Record<string, string>;
}

export interface SearchResultGroup {
  title: string;
  choices: SearchChoice[];
}

const GROUP_TITLES: Record<SearchResultKind, string> = {
  person: 'Users',
  device: 'Devices',
  order: 'Orders',
  payment: 'Payments',
  plan: 'Plans',
  question: 'Questions',
  auditEntry: 'Audit trail',
};

/** Returns the page that shows an object. */
function getResultLink({ kind, _id, orderType, note }: SearchResult): Pick<SearchChoice, 'to' | 'search'> {
  switch (kind) {
    case 'person':
      return { to: '/admin/AllUsers', search: { person: _id } };
    case 'device':
      return { to: '/admin/devices', search: { device: _id } };
    case 'order':
      return { to: `/admin/orderItems/${orderType === 'poster' ? 'orderDetails' : 'orderItemDetails'}`, search: { orderId: _id } };
    case 'payment':
      return { to: '/admin/payment', search: { payment: _id } };
    case 'plan':
      // Not every role may edit plans; the note contains the platform.
      return { to: '/admin/subscription', search: { platform: note } };
    case 'question':
      return { to: '/admin/faq', search: { shown: _id } };
    case 'auditEntry':
      return { to: '/admin/audit', search: { entry: _id } };
  }
}

export interface ConsolePage {
  to: string;
  label: string;
}

/** Groups the results for these words: pages by name, then objects by kind. Without words, all pages. */
export function groupSearchResults(words: string, pages: readonly ConsolePage[], found: readonly SearchResult[]): SearchResultGroup[] {
  const named = pages
    .filter(({ label }) => matchesSearch(label, words))
    .map(({ to, label }) => ({ key: `page ${to}`, name: label, note: '', to, search: {} }));
  const groups: SearchResultGroup[] = [{ title: 'Pages', choices: named }];
  for (const thing of found) {
    const place = getResultLink(thing);
    const title = GROUP_TITLES[thing.kind];
    if (groups.at(-1)?.title !== title) groups.push({ title, choices: [] });
    groups.at(-1)?.choices.push({ key: `${thing.kind} ${thing._id}`, name: thing.name, note: thing.note, ...place });
  }
  return groups.filter(({ choices }) => choices.length > 0);
}
