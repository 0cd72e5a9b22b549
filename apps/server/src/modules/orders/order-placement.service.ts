import { BUSINESS_MESSAGES, type CreateOrder } from '@vitrine/contract';
import type { Cards } from '../../platform/cards/cards.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Ports } from '../../platform/ports.ts';
import type { Person } from '../access/index.ts';
import { getTotal, isShippedToRegion, toCents } from './order-amounts.rules.ts';
import { type OrderTypeHandler, orderTypeHandlers } from './orders.events.ts';
import {
  countUnpaid,
  findOnlyAddress,
  findOrderByRequestId,
  findOwnAddress,
  insertOrder,
  insertOrderAddress,
  lockBuyer,
  type ShippingAddress,
} from './orders.store.ts';

interface Deps {
  db: Database;
  cards: Cards;
  clock: Clock;
  ports: Ports['ports'];
}

/** Orders that an account may leave unpaid within a day, because each stores its contents. */
const MAX_UNPAID = 50;
const DAY_MS = 86_400_000;
const UNPAID_MESSAGE = `You’ve placed ${MAX_UNPAID} orders within 24 hours without paying for them. Pay for one of them, or wait 24 hours and try again.`;

export function createOrderPlacement({ db, cards, clock, ports }: Deps) {
  const findOrderTypeHandler = (type: CreateOrder['orderType']): OrderTypeHandler => {
    const kind = ports(orderTypeHandlers).find((known) => known.type === type);
    if (!kind) throw new AppError('NOT_FOUND');
    return kind;
  };

  const findShippingAddress = async (
    tx: Tx,
    buyer: Person,
    { addressId, address, shippingCountry }: CreateOrder,
  ): Promise<ShippingAddress> => {
    const found =
      address ?? (addressId === undefined ? await findOnlyAddress(tx, buyer.userId) : await findOwnAddress(tx, buyer.userId, addressId));
    if (!found) throw addressId === undefined ? new AppError('INVALID', BUSINESS_MESSAGES.addressRequired) : new AppError('NOT_FOUND');
    if (!isShippedToRegion(shippingCountry, found))
      throw new AppError('INVALID', 'This address isn’t in the selected shipping location. Choose another address or shipping location.');
    return found;
  };

  const placeOrder = async (tx: Tx, buyer: Person, wanted: CreateOrder): Promise<string> => {
    await lockBuyer(tx, buyer.userId);
    const { requestId = newId() } = wanted;
    const known = await findOrderByRequestId(tx, buyer.userId, requestId);
    if (known) return known.id;
    const since = new Date(clock.now().getTime() - DAY_MS);
    if ((await countUnpaid(tx, buyer.userId, since, MAX_UNPAID)) >= MAX_UNPAID) throw new AppError('TOO_MANY_REQUESTS', UNPAID_MESSAGE);
    const address = await findShippingAddress(tx, buyer, wanted);
    const { description, quantity, lines, shipping, tax, record } = await findOrderTypeHandler(wanted.orderType).prepareOrder(
      tx,
      buyer,
      wanted,
    );
    if (toCents(wanted.amount) !== getTotal({ lines, shipping, tax })) throw new AppError('AMOUNT_DIFFERS');
    const of = { type: wanted.orderType, userId: buyer.userId, requestId, bank: cards.name };
    const orderId = await insertOrder(tx, { ...of, description, quantity, lines, shipping, tax });
    await insertOrderAddress(tx, orderId, address, wanted.shippingCountry);
    await record(tx, orderId);
    return orderId;
  };

  return {
    /**
     * An order that waits to be paid, in one transaction; the same request answers the same order. Answers its id. AMOUNT_DIFFERS, INVALID,
     * NOT_FOUND, TOO_MANY_REQUESTS and what its type refuses.
     */
    create(actor: Person, wanted: CreateOrder): Promise<string> {
      // Accounts can only order for themselves, administrators included.
      if (wanted.userId !== undefined && wanted.userId !== actor.userId) throw new AppError('NOT_FOUND');
      return db.transaction().execute((tx) => placeOrder(tx, actor, wanted));
    },
  };
}

export type OrderPlacement = ReturnType<typeof createOrderPlacement>;
