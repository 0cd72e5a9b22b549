import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState } from 'react';
import { statusesOptions } from '../../../features/orders/api/statuses.ts';
import { useSession } from '../../../lib/session.ts';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { Button } from '../../../ui/button.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import styles from './orders.module.css';
import type { OrdersSearch } from './orders-search.ts';

type Filters = Omit<OrdersSearch, 'tab'>;

interface OrderFilterBarProps {
  filters: Filters;
  onChange: (patch: Filters) => void;
}

/** How long somebody has to pause before their words are looked for (specification 3 §5). */
const SEARCH_PAUSE_MS = 500;
const NOTHING: Filters = {
  string: undefined,
  platform: undefined,
  statusId: undefined,
  paymentEvent: undefined,
  from: undefined,
  until: undefined,
};
const PLATFORMS = [
  { value: 'PP', label: 'PP' },
  { value: 'WV', label: 'WV' },
];
const PAYMENTS = [
  { value: 'paymentsuccess', label: 'Success' },
  { value: 'paymentpending', label: 'Pending' },
  { value: 'paymentfailed', label: 'Failed' },
];

/** Search, platform, states and days. The partner's administrators see the partner's orders alone, and choose no platform. */
export function OrderFilterBar({ filters, onChange }: OrderFilterBarProps) {
  const session = useSession();
  const [cleared, setCleared] = useState(0);
  const statuses = useQuery(statusesOptions());
  const isNarrowed = Object.values(filters).some((value) => value !== undefined);
  const orderStatuses = statuses.data?.filter(({ type }) => type === 'order') ?? [];
  return (
    <search className={styles.filters}>
      <SearchWords key={cleared} words={filters.string} onChange={(string) => onChange({ string })} />
      {session?.platform !== 'WV' && (
        <SelectField
          label="Platform"
          placeholder="All"
          options={PLATFORMS}
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
        options={PAYMENTS}
        value={filters.paymentEvent ?? ''}
        onChange={(event) => onChange({ paymentEvent: (event.target.value || undefined) as Filters['paymentEvent'] })}
      />
      <TextField
        label="From"
        type="date"
        max={filters.until}
        value={filters.from ?? ''}
        onChange={(event) => onChange({ from: event.target.value || undefined })}
      />
      <TextField
        label="Until"
        type="date"
        min={filters.from}
        value={filters.until ?? ''}
        onChange={(event) => onChange({ until: event.target.value || undefined })}
      />
      {isNarrowed && (
        <Button
          kind="quiet"
          onClick={() => {
            setCleared(cleared + 1);
            onChange(NOTHING);
          }}
        >
          Show all
        </Button>
      )}
    </search>
  );
}

function SearchWords({ words, onChange }: { words: string | undefined; onChange: (words: string | undefined) => void }) {
  const [typed, setTyped] = useState(words ?? '');
  const settled = useDebounced(typed.trim(), SEARCH_PAUSE_MS);
  const tell = useEffectEvent(() => {
    if (settled !== (words ?? '')) onChange(settled || undefined);
  });
  useEffect(() => tell(), [settled]);
  return (
    <TextField
      className={styles.words}
      label="Search"
      type="search"
      placeholder="Order number, name or email"
      value={typed}
      onChange={(event) => setTyped(event.target.value)}
    />
  );
}
