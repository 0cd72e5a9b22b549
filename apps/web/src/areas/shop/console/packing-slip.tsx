import type { Order } from '@vitrine/contract/orders';
import { createPortal } from 'react-dom';
import { formatDate } from '../../../lib/format.ts';
import { ShippingAddress } from '../parts/order-summary.tsx';
import styles from './packing-slip.module.css';

/** Packing slip without prices, visible only in print. */
export function PackingSlip({ order }: { order: Order }) {
  const options = [order.orientationId, order.sizeId, order.paperStockId, order.laminationId];
  const lines = order.poster
    ? [{ name: order.poster.name, about: options.map((option) => option?.name).join(', '), quantity: order.quantity }]
    : order.items.map(({ name, description, quantity }) => ({ name, about: description, quantity }));
  return createPortal(
    <article className={styles.slip} aria-hidden="true">
      <h1>Packing slip</h1>
      <div className={styles.head}>
        <div>
          <p>{order.buyer.name}</p>
          <ShippingAddress address={order.shippingAddress} />
        </div>
        <div>
          <p>Order {order.orderId}</p>
          <p>{formatDate(order.createdDate)}</p>
          {order.trackingNumber && <p>Tracking number: {order.trackingNumber}</p>}
        </div>
      </div>
      <table>
        <thead>
          <tr>
            <th scope="col">Item</th>
            <th scope="col">Quantity</th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ name, about, quantity }, index) => (
            // Two lines may say the same.
            <tr key={`${index}-${name}`}>
              <td>
                <strong>{name}</strong>
                <br />
                {about}
              </td>
              <td>{quantity}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </article>,
    document.body,
  );
}
