import type { SearchSchemaInput } from '@tanstack/react-router';
import { textsOf } from '../../search-values.ts';

export type OrdersTab = 'subscription' | 'item' | 'poster';

/** What the list of orders is narrowed to. */
export interface OrdersSearch {
  tab?: OrdersTab;
  string?: string;
  platform?: 'PP' | 'WV';
  statusId?: string;
  paymentEvent?: 'paymentpending' | 'paymentsuccess' | 'paymentfailed';
  /** Days, both included: `2026-11-23`. */
  from?: string;
  until?: string;
}

/** Texts alone, in what every page begins with; `knownFilters` drops what there is not. */
export const ordersSearch = (raw: OrdersSearch & SearchSchemaInput): OrdersSearch =>
  textsOf(raw, 'tab', 'string', 'platform', 'statusId', 'paymentEvent', 'from', 'until') as OrdersSearch;

/** Which order is looked at. */
export const orderSearch = (raw: { orderId?: string } & SearchSchemaInput): { orderId?: string } => textsOf(raw, 'orderId');
