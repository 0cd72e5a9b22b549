import type { SearchSchemaInput } from '@tanstack/react-router';
import { oneOf, type Raw, textOf } from '../../search-values.ts';

const TABS = ['subscription', 'item', 'poster'] as const;
export type OrdersTab = (typeof TABS)[number];
const PLATFORMS = ['PP', 'WV'] as const;
const PAYMENT_EVENTS = ['paymentpending', 'paymentsuccess', 'paymentfailed'] as const;

/** What the list of orders is narrowed to. */
export interface OrdersSearch {
  tab?: OrdersTab;
  string?: string;
  platform?: (typeof PLATFORMS)[number];
  statusId?: string;
  paymentEvent?: (typeof PAYMENT_EVENTS)[number];
  /** Days, both included: `2026-11-23`. */
  from?: string;
  until?: string;
}

const dayOf = (value: unknown): string | undefined => {
  const text = textOf(value);
  return text !== undefined && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;
};

export function ordersSearch(raw: OrdersSearch & SearchSchemaInput): OrdersSearch {
  const search: Raw = { ...raw };
  return {
    tab: oneOf(search.tab, TABS),
    string: textOf(search.string),
    platform: oneOf(search.platform, PLATFORMS),
    statusId: textOf(search.statusId),
    paymentEvent: oneOf(search.paymentEvent, PAYMENT_EVENTS),
    from: dayOf(search.from),
    until: dayOf(search.until),
  };
}

/** Which order is looked at. */
export const orderSearch = (raw: { orderId?: string } & SearchSchemaInput): { orderId?: string } => ({ orderId: textOf(raw.orderId) });

/** The tab that was open last in this window (specification 3 §2). */
const TAB_NAME = 'orderTab';
export const keptTab = (): OrdersTab => oneOf(sessionStorage.getItem(TAB_NAME), TABS) ?? 'subscription';
export const keepTab = (tab: OrdersTab): void => sessionStorage.setItem(TAB_NAME, tab);
