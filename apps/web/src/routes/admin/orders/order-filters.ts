import { oneOf } from '../../search-values.ts';
import type { OrdersSearch, OrdersTab } from './orders-search.ts';

const TABS = ['subscription', 'item', 'poster'] as const;
const PLATFORMS = ['PP', 'WV'] as const;
const PAYMENT_EVENTS = ['paymentpending', 'paymentsuccess', 'paymentfailed'] as const;

/** The tab that was open last in this window (specification 3 §2). */
const TAB_NAME = 'orderTab';
const keptTab = (): OrdersTab => oneOf(sessionStorage.getItem(TAB_NAME), TABS) ?? 'subscription';
export const keepTab = (tab: OrdersTab): void => sessionStorage.setItem(TAB_NAME, tab);

/** What an address narrows the list to, as far as there is such a thing. */
export const knownFilters = ({ tab, platform, paymentEvent, ...texts }: OrdersSearch): OrdersSearch & { tab: OrdersTab } => ({
  ...texts,
  tab: oneOf(tab, TABS) ?? keptTab(),
  platform: oneOf(platform, PLATFORMS),
  paymentEvent: oneOf(paymentEvent, PAYMENT_EVENTS),
});
