import type { StatusBody, StatusValue } from '@vitrine/contract';
import { statusEvent, statusType } from '@vitrine/contract';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import { mailJob } from '../../platform/mail/mail-job.ts';
import type { Queue } from '../../platform/queue/queue.ts';
import { insertAuditEntry, type Person } from '../access/index.ts';
import { assertVersion, withVersion } from '../accounts/index.ts';
import { statusMail } from './order-mails.presenter.ts';
import * as store from './order-statuses.store.ts';
import { statusVersion } from './orders.presenter.ts';
import { listStatuses, type StatusRow } from './orders.read-model.ts';
import type { OrdersService } from './orders.service.ts';
import { insertOrderChange, lockOrder } from './orders.store.ts';

interface Deps {
  db: Database;
  queue: Queue;
  publicUrl: string;
  pages: OrdersService;
}

const presentStatus = ({ id, type, name, color, event, description, notifies }: StatusRow): StatusValue =>
  withVersion({
    _id: id,
    type: statusType.parse(type),
    name,
    color,
    event: statusEvent.parse(event),
    description,
    notifies,
  });

interface Move {
  statusId: string;
  trackingNumber: string;
  version: string | undefined;
}

const columnsOf = ({ name, color, event, description, notifies }: Omit<StatusBody, 'type'>) => ({
  name,
  color: color.toLowerCase(),
  event,
  description,
  notifies,
});

/** The states orders can be in, and moving an order from one to another by hand. */
export function createOrderStatusesService({ db, queue, publicUrl, pages }: Deps) {
  const audit = (tx: Tx, actor: Person, action: string, id: string) =>
    insertAuditEntry(tx, { actorId: actor.userId, userId: null, action, objects: { table: 'order_statuses', ids: [id] } });

  /** A new order needs a status, and each payment event needs a status that represents it. */
  const assertNotLastOfEvent = (all: readonly store.LockedStatus[], { id, event }: store.LockedStatus): void => {
    const ofEvent = all.filter((status) => status.event === event);
    const isStart = event === 'ordercreated' && ofEvent[0]?.id === id;
    if (ofEvent.length === 1 || isStart) throw new AppError('VALUE_IN_USE');
  };

  const lockStatusOrThrow = async (tx: Tx, id: string) => {
    const all = await store.lockStatuses(tx);
    const status = all.find((known) => known.id === id);
    if (!status) throw new AppError('NOT_FOUND');
    return { all, status };
  };

  const changeOrderStatus = async (tx: Tx, actor: Person, orderId: string, { statusId, trackingNumber, version }: Move): Promise<void> => {
    const order = await lockOrder(tx, orderId);
    if (!order) throw new AppError('NOT_FOUND');
    const [before, after] = [await store.findStatus(tx, order.status_id), await store.findStatus(tx, statusId)];
    if (!before || after?.type !== 'order') throw new AppError('NOT_FOUND');
    const known = await store.findTrackingNumber(tx, orderId);
    await assertVersion(tx, version, { version: statusVersion(before.id, known) }, { table: 'orders', id: orderId });
    const isTracked = trackingNumber !== '' && trackingNumber !== known;
    const isMoved = before.id !== after.id;
    if (!isTracked && !isMoved) return;
    await insertAuditEntry(tx, {
      actorId: actor.userId,
      userId: order.user_id,
      action: 'order.status',
      objects: { table: 'orders', ids: [orderId] },
      // Names instead of the ids in the row.
      detail: { number: order.number, from: before.name, to: after.name, ...(isTracked && { trackingNumber }) },
    });
    if (isMoved) {
      await store.updateOrderStatus(tx, orderId, after.id);
      await insertOrderChange(tx, orderId, 'order', before.name, after.name, actor.userId);
    }
    if (isTracked) await store.updateTrackingNumber(tx, orderId, trackingNumber);
    if (!isTracked && !after.notifies) return;
    const payer = { name: order.payer_name, email: order.payer_email };
    const mail = statusMail(payer, order, { status: after.name, trackingNumber: trackingNumber || known }, publicUrl);
    await queue.add(tx, mailJob, mail);
  };

  return {
    list: async (): Promise<StatusValue[]> => (await listStatuses(db)).map(presentStatus),

    create: (actor: Person, { type, ...form }: StatusBody): Promise<StatusValue> =>
      db.transaction().execute(async (tx) => {
        const values = columnsOf(form);
        const all = await store.lockStatuses(tx);
        if (all.some((known) => known.type === type && known.name === values.name)) throw new AppError('VALUE_TAKEN');
        const status = { id: newId(), type, ...values };
        await audit(tx, actor, 'orderStatus.create', status.id);
        await store.insertStatus(tx, status);
        return presentStatus(status);
      }),

    /** Replaces a status; its type cannot change. NOT_FOUND, VALUE_TAKEN, EDIT_CONFLICT, VALUE_IN_USE when its event needs it. */
    edit: (actor: Person, id: string, { type, ...form }: StatusBody, version?: string): Promise<StatusValue> =>
      db.transaction().execute(async (tx) => {
        const values = columnsOf(form);
        const { all, status } = await lockStatusOrThrow(tx, id);
        if (status.type !== type) throw new AppError('NOT_FOUND');
        await assertVersion(tx, version, presentStatus(status), { table: 'order_statuses', id });
        if (all.some((known) => known.id !== id && known.type === type && known.name === values.name)) throw new AppError('VALUE_TAKEN');
        if (status.event !== values.event) assertNotLastOfEvent(all, status);
        await audit(tx, actor, 'orderStatus.update', id);
        await store.updateStatus(tx, id, values);
        return presentStatus({ ...status, ...values });
      }),

    /** NOT_FOUND, VALUE_IN_USE. */
    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { all, status } = await lockStatusOrThrow(tx, id);
        assertNotLastOfEvent(all, status);
        if (await store.isStatusInUse(tx, id)) throw new AppError('VALUE_IN_USE');
        await audit(tx, actor, 'orderStatus.delete', id);
        await store.deleteStatus(tx, id);
      }),

    /** Changes an order's status. The buyer gets an email for a status that notifies and for a new tracking number. NOT_FOUND, EDIT_CONFLICT. */
    async change(
      actor: Person,
      orderId: string,
      { statusId, trackingNumber = '' }: { statusId: string; trackingNumber?: string | undefined },
      version?: string,
    ) {
      await pages.authorizeRead(actor, orderId);
      await db.transaction().execute((tx) => changeOrderStatus(tx, actor, orderId, { statusId, trackingNumber, version }));
    },
  };
}

export type OrderStatusesService = ReturnType<typeof createOrderStatusesService>;
