import type { CreateOrderOfType, OrderTypeHandler } from '../orders/index.ts';
import { computeBasket, recordOrderLines } from './basket.service.ts';
import { presentOrderLine } from './items.presenter.ts';
import { listOrderLines } from './items.read-model.ts';
import { describeOrder } from './items.rules.ts';
import { lockItemsForShare } from './items.store.ts';
import { assertCanOrder } from './shop-access.service.ts';

/** Orders of products at current prices, which cannot change before the order contains them. */
export function createItemOrderHandler(): OrderTypeHandler {
  return {
    type: 'item',

    /** NOT_FOUND, ITEM_GONE, INVALID. */
    async prepareOrder(tx, buyer, { items, shippingCountry }: CreateOrderOfType<'item'>) {
      await assertCanOrder(tx, buyer.userId);
      const { lines, shipping, tax } = await computeBasket((ids) => lockItemsForShare(tx, ids), items, shippingCountry);
      return {
        description: describeOrder(lines),
        quantity: lines.reduce((sum, line) => sum + line.quantity, 0),
        lines: lines.map(({ product, quantity, amount }) => ({ name: product.name, quantity, amount })),
        shipping,
        tax,
        record: (recording, orderId) => recordOrderLines(recording, orderId, lines),
      };
    },

    async listOrderDetails(reader, orderIds) {
      const byOrder = Map.groupBy(await listOrderLines(reader, orderIds), (line) => line.order_id);
      return new Map([...byOrder].map(([orderId, lines]) => [orderId, { items: lines.map(presentOrderLine) }]));
    },
  };
}
