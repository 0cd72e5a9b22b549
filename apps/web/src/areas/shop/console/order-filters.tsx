import { readOneOf } from '../../../lib/search-params.ts';
import type { OrdersSearch, OrdersTab } from './orders-search.ts';

const TABS = ['subscription', 'item', 'poster'] as const;
const PLATFORMS = ['PP', 'WV'] as const;
const PAYMENT_EVENTS = ['paymentpending', 'paymentsuccess', 'paymentfailed'] as const;

/** The tab that was open last in this window (specification 3 §2). */
const TAB_STORAGE_KEY = 'orderTab';
const readOrderTab = (): OrdersTab => readOneOf(sessionStorage.getItem(TAB_STORAGE_KEY), TABS) ?? 'subscription';
export const storeOrderTab = (tab: OrdersTab): void => sessionStorage.setItem(TAB_STORAGE_KEY, tab);

/** Returns the filters of the request; values in the address that do not exist are ignored. */
export const toOrderFilters = ({ tab, string, platform, statusId, paymentEvent, from, until }: OrdersSearch) => ({
  orderType: readOneOf(tab, TABS) ?? readOrderTab(),
  string,
  platform: readOneOf(platform, PLATFORMS),
  statusId,
  paymentEvent: readOneOf(paymentEvent, PAYMENT_EVENTS),
  from,
  until,
});
