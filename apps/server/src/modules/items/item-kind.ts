import type { OrderKind, OrderOf } from '../orders/index.ts';
import { assertBuys } from './items.access.ts';
import { presentSoldLine } from './items.presenter.ts';
import { listSoldLines } from './items.read-model.ts';
import { describeOrder } from './items.rules.ts';
import { holdItems } from './items.store.ts';
import { reckonBasket, recordSold } from './selling.ts';

/** How products are ordered: at the prices of this moment, which nobody edits before the order has them. */
export function createItemKind(): OrderKind {
  return {
    type: 'item',

    /** NOT_FOUND, ITEM_GONE, INVALID. */
    async prepare(tx, buyer, { items, shippingCountry }: OrderOf<'item'>) {
      await assertBuys(tx, buyer.userId);
      const { lines, shipping, tax } = await reckonBasket((ids) => holdItems(tx, ids), items, shippingCountry);
      return {
        description: describeOrder(lines),
        quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
        lines: lines.map(({ product, quantity, amount }) => ({ name: product.name, quantity, amount })),
        shipping,
        tax,
        record: (recording, orderId) => recordSold(recording, orderId, lines),
      };
    },

    async details(reader, orderIds) {
      const byOrder = Map.groupBy(await listSoldLines(reader, orderIds), (line) => line.order_id);
      return new Map([...byOrder].map(([orderId, lines]) => [orderId, { items: lines.map(presentSoldLine) }]));
    },
  };
}
