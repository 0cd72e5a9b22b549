import type { Order, OrderRow, OrdersQuery, ownOrdersQuery } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { z } from 'zod';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { iterateIdPages } from '../../platform/database/list-iterator.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, getVisiblePlatform, type Person } from '../access/index.ts';
import { findOrderCursor, listMatchingOrders, type OrderCursor, type OrderFilter } from './order-list.read-model.ts';
import { orderTypeHandlers, subscriptionControl } from './orders.events.ts';
import { presentOrder, presentOrderRow } from './orders.presenter.ts';
import {
  findOrderDetails,
  listOrderChanges,
  listOrderRows,
  listOwnOrderIds,
  listStatuses,
  type OrderDetailsRow,
} from './orders.read-model.ts';
import { findOrderByReference } from './orders.store.ts';
import { refundableOf } from './refundable.rules.ts';
import { findPaidOrder, listPaidOrders } from './refunds.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  ports: Ports['ports'];
  port: Ports['port'];
}

export function createOrdersService({ db, cards, ports, port }: Deps) {
  /** Returns null when the caller may not refund the order, or when it was paid through another bank. */
  const refundableFor = async (actor: Person, row: OrderDetailsRow): Promise<Order['refundable']> => {
    if (!can(actor, 'orders.refund') || row.payment_event !== 'paymentsuccess' || row.bank !== cards.name) return null;
    const subscriptionId = row.type === 'subscription' ? row.reference_id : null;
    const orders = subscriptionId === null ? await findPaidOrder(db, row.id) : await listPaidOrders(db, subscriptionId);
    const isPlanRunning = subscriptionId !== null && (await port(subscriptionControl).isRunning(db, subscriptionId));
    return { ...refundableOf(orders, row.id), isPlanRunning };
  };

  const getOrderAbilities = (actor: Person, refundable: Order['refundable']): Order['abilities'] => ({
    changeStatus: can(actor, 'orders.change'),
    refund: refundable !== null && refundable.card + refundable.credit > 0,
  });

  const loadRows = async (reader: Db, ids: string[]): Promise<OrderRow[]> => {
    if (ids.length === 0) return [];
    const statuses = await listStatuses(reader);
    return (await listOrderRows(reader, ids)).map((row) => presentOrderRow(row, statuses));
  };

  const toOrderFilter = (actor: Person, query: OrdersQuery): OrderFilter | undefined => {
    const seen = getVisiblePlatform(actor);
    if (seen && query.platform && query.platform !== seen) return undefined;
    return { ...query, platform: seen ?? query.platform };
  };

  /** Throws NOT_FOUND for orders that neither belong to the caller nor to a platform that the caller administers. */
  const authorizeRead = async (actor: Person, id: string): Promise<OrderDetailsRow> => {
    await authorize(db, actor, 'order.read', [id]);
    const row = await findOrderDetails(db, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.user_id === actor.userId) return row;
    const seen = getVisiblePlatform(actor);
    if (seen && row.platform !== seen) throw new AppError('NOT_FOUND');
    return row;
  };

  return {
    authorizeRead,

    /** Reads an order by its id or its number. NOT_FOUND. */
    async read(actor: Person, reference: string): Promise<Order> {
      const found = await findOrderByReference(db, reference);
      if (!found) throw new AppError('NOT_FOUND');
      const { id } = found;
      const row = await authorizeRead(actor, id);
      const [statuses, changes] = [await listStatuses(db), await listOrderChanges(db, id)];
      const kind = ports(orderTypeHandlers).find(({ type }) => type === row.type);
      const details = (await kind?.listOrderDetails(db, [id]))?.get(id);
      const refundable = await refundableFor(actor, row);
      return presentOrder({ row, statuses, changes, details, abilities: getOrderAbilities(actor, refundable), refundable });
    },

    /** Lists orders in the console. */
    async list(actor: Person, query: OrdersQuery): Promise<OrderRow[]> {
      const filter = toOrderFilter(actor, query);
      return filter ? loadRows(db, await listMatchingOrders(db, filter, query)) : [];
    },

    /** Yields all matching orders, newest first, one page at a time. */
    async *listAll(actor: Person, query: OrdersQuery, atOnce: number): AsyncGenerator<OrderRow[]> {
      const filter = toOrderFilter(actor, query);
      if (!filter) return;
      const next = (behind: OrderCursor | undefined) =>
        listMatchingOrders(db, filter, { afterCursor: behind, page: 1, dataPerPage: atOnce });
      for await (const ids of iterateIdPages({ next, getCursor: (id) => findOrderCursor(db, id), atOnce })) yield loadRows(db, ids);
    },

    async listOwn(actor: Person, userId: string, query: z.infer<typeof ownOrdersQuery>): Promise<OrderRow[]> {
      await authorize(db, actor, 'accountOrders.read', [userId]);
      const seen = actor.userId === userId ? null : getVisiblePlatform(actor);
      return loadRows(db, await listOwnOrderIds(db, userId, { ...query, platform: seen ?? undefined }));
    },
  };
}

export type OrdersService = ReturnType<typeof createOrdersService>;
