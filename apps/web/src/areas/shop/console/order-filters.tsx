import { useQuery } from '@tanstack/react-query';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { DateRangeFields } from '../../console/parts/date-range.tsx';
import { orderStatusesOptions } from '../api/orders.ts';

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

type Filters = Omit<OrdersSearch, 'tab' | 'string'>;

interface OrderFiltersProps {
  filters: Filters;
  onChange: (patch: Filters) => void;
}

/** The list as it is when nothing narrows it. */
export const NO_ORDER_FILTERS: Omit<OrdersSearch, 'tab'> = {
  string: undefined,
  platform: undefined,
  statusId: undefined,
  paymentEvent: undefined,
  from: undefined,
  until: undefined,
};
const PLATFORM_CHOICES = [
  { value: 'PP', label: 'PP' },
  { value: 'WV', label: 'WV' },
];
const PAYMENT_CHOICES = [
  { value: 'paymentsuccess', label: 'Success' },
  { value: 'paymentpending', label: 'Pending' },
  { value: 'paymentfailed', label: 'Failed' },
];

/** Platform, states and days. The partner's administrators see the partner's orders alone, and choose no platform. */
export function OrderFilters({ filters, onChange }: OrderFiltersProps) {
  const session = useSession();
  const statuses = useQuery(orderStatusesOptions());
  const orderStatuses = statuses.data?.filter(({ type }) => type === 'order') ?? [];
  return (
    <>
      {session?.platform !== 'WV' && (
        <SelectField
          label="Platform"
          placeholder="All"
          options={PLATFORM_CHOICES}
          value={filters.platform ?? ''}
          onChange={(event) => onChange({ platform: (event.target.value || undefined) as Filters['platform'] })}
        />
      )}
      <SelectField
        label="Order status"
        placeholder="All"
        options={orderStatuses.map(({ _id, name }) => ({ value: _id, label: name }))}
        value={filters.statusId ?? ''}
        onChange={(event) => onChange({ statusId: event.target.value || undefined })}
      />
      <SelectField
        label="Payment"
        placeholder="All"
        options={PAYMENT_CHOICES}
        value={filters.paymentEvent ?? ''}
        onChange={(event) => onChange({ paymentEvent: (event.target.value || undefined) as Filters['paymentEvent'] })}
      />
      <DateRangeFields days={filters} what="Order date" onChange={onChange} />
    </>
  );
}

export type OrdersTab = 'subscription' | 'item' | 'poster';

/** Filters of the list of orders. */
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
