import type { Order, OrderRow, OrdersQuery, ownOrdersQuery } from '@vitrine/contract';
import { can } from '@vitrine/contract/capabilities';
import type { z } from 'zod';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Database, Db } from '../../platform/database/database.ts';
import { wholeList } from '../../platform/database/whole-list.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ports } from '../../platform/ports.ts';
import { authorize, type Person, platformSeenBy } from '../access/index.ts';
import { findOrderPlace, listMatching, type OrderFilter, type OrderPlace } from './order-lists.read-model.ts';
import { presentLine, presentPage } from './order-pages.presenter.ts';
import { findPage, listChanges, listLines, listOwnIds, listStatuses, type PageRow } from './order-pages.read-model.ts';
import { orderKinds, subscriptionControl } from './orders.ports.ts';
import { refundableOf } from './refundable.rules.ts';
import { findPaidOrder, listPaidOrders } from './refunds.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  ports: Ports['ports'];
  port: Ports['port'];
}

export function createOrderPages({ db, cards, ports, port }: Deps) {
  /** Null for callers who may not refund the order, and for an order that another bank was paid for. */
  const refundableFor = async (actor: Person, row: PageRow): Promise<Order['refundable']> => {
    if (!can(actor, 'orders.refund') || row.payment_event !== 'paymentsuccess' || row.bank !== cards.name) return null;
    const subscriptionId = row.type === 'subscription' ? row.reference_id : null;
    const orders = subscriptionId === null ? await findPaidOrder(db, row.id) : await listPaidOrders(db, subscriptionId);
    const isPlanRunning = subscriptionId !== null && (await port(subscriptionControl).isRunning(db, subscriptionId));
    return { ...refundableOf(orders, row.id), isPlanRunning };
  };

  const abilitiesOf = (actor: Person, refundable: Order['refundable']): Order['abilities'] => ({
    changeStatus: can(actor, 'orders.change'),
    refund: refundable !== null && refundable.card + refundable.credit > 0,
  });

  const rows = async (reader: Db, ids: string[]): Promise<OrderRow[]> => {
    if (ids.length === 0) return [];
    const statuses = await listStatuses(reader);
    return (await listLines(reader, ids)).map((row) => presentLine(row, statuses));
  };

  const filterFor = (actor: Person, query: OrdersQuery): OrderFilter | undefined => {
    const seen = platformSeenBy(actor);
    if (seen && query.platform && query.platform !== seen) return undefined;
    return { ...query, platform: seen ?? query.platform };
  };

  /** NOT_FOUND for what is neither one's own nor of the platform one administers. */
  const authorizeRead = async (actor: Person, id: string): Promise<PageRow> => {
    await authorize(db, actor, 'order.read', [id]);
    const row = await findPage(db, id);
    if (!row) throw new AppError('NOT_FOUND');
    if (row.user_id === actor.userId) return row;
    const seen = platformSeenBy(actor);
    if (seen && row.platform !== seen) throw new AppError('NOT_FOUND');
    return row;
  };

  return {
    authorizeRead,

    async read(actor: Person, id: string): Promise<Order> {
      const row = await authorizeRead(actor, id);
      const [statuses, changes] = [await listStatuses(db), await listChanges(db, id)];
      const kind = ports(orderKinds).find(({ type }) => type === row.type);
      const details = (await kind?.details(db, [id]))?.get(id);
      const refundable = await refundableFor(actor, row);
      return presentPage({ row, statuses, changes, details, abilities: abilitiesOf(actor, refundable), refundable });
    },

    /** For the console. */
    async list(actor: Person, query: OrdersQuery): Promise<OrderRow[]> {
      const filter = filterFor(actor, query);
      return filter ? rows(db, await listMatching(db, filter, query)) : [];
    },

    /** All that match, newest first, a part at a time. */
    async *listAll(actor: Person, query: OrdersQuery, atOnce: number): AsyncGenerator<OrderRow[]> {
      const filter = filterFor(actor, query);
      if (!filter) return;
      const next = (behind: OrderPlace | undefined) => listMatching(db, filter, { behind, page: 1, dataPerPage: atOnce });
      for await (const ids of wholeList({ next, placeOf: (id) => findOrderPlace(db, id), atOnce })) yield rows(db, ids);
    },

    async listOwn(actor: Person, userId: string, query: z.infer<typeof ownOrdersQuery>): Promise<OrderRow[]> {
      await authorize(db, actor, 'accountOrders.read', [userId]);
      const seen = actor.userId === userId ? null : platformSeenBy(actor);
      return rows(db, await listOwnIds(db, userId, { ...query, platform: seen ?? undefined }));
    },
  };
}

export type OrderPages = ReturnType<typeof createOrderPages>;
