import type { Order } from '@vitrine/contract/orders';
import { countries } from '@vitrine/contract/profile';

const FIELD_LABELS: Record<string, string> = countries;

/** As it was when it was ordered. */
export function ShippingAddress({ address }: { address: Order['shippingAddress'] }) {
  if (!address) return <p>Not provided</p>;
  return (
    <address style={{ fontStyle: 'normal', overflowWrap: 'anywhere' }}>
      {address.houseAddress}
      <br />
      {address.city}, {address.state} {address.zipcode}
      <br />
      {FIELD_LABELS[address.country] ?? address.country}
    </address>
  );
}
