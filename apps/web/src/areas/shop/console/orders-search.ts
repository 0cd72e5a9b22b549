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

/** Which order is looked at. */
export interface OrderSearch {
  orderId?: string;
}
