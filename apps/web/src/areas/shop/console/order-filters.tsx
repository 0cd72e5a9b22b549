import { readOneOf } from '../../../lib/search-values.ts';
import type { OrdersSearch, OrdersTab } from './orders-search.ts';

const TABS = ['subscription', 'item', 'poster'] as const;
const PLATFORMS = ['PP', 'WV'] as const;
const PAYMENT_EVENTS = ['paymentpending', 'paymentsuccess', 'paymentfailed'] as const;

/** The tab that was open last in this window (specification 3 §2). */
const TAB_STORAGE_KEY = 'orderTab';
const readOrderTab = (): OrdersTab => readOneOf(sessionStorage.getItem(TAB_STORAGE_KEY), TABS) ?? 'subscription';
export const storeOrderTab = (tab: OrdersTab): void => sessionStorage.setItem(TAB_STORAGE_KEY, tab);

/** What an address narrows the list to, as far as there is such a thing. */
export const parseOrderFilters = ({ tab, platform, paymentEvent, ...texts }: OrdersSearch): OrdersSearch & { tab: OrdersTab } => ({
  ...texts,
  tab: readOneOf(tab, TABS) ?? readOrderTab(),
  platform: readOneOf(platform, PLATFORMS),
  paymentEvent: readOneOf(paymentEvent, PAYMENT_EVENTS),
});
