import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { CreateOrder } from '@vitrine/contract/orders';
import { type ReactNode, useState } from 'react';
import { AppError, type AppErrorCode } from '../../../lib/app-error.ts';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { clearOrderRequestId, getOrderRequestId } from '../../payments/order-request.ts';
import { usePayOrder } from '../../payments/use-payment.ts';
import { itemKeys } from '../api/item-keys.ts';
import { usePlaceOrder } from '../api/order-mutations.ts';
import { removeBought } from '../basket.ts';
import { useBasket } from '../use-basket.ts';

export type ItemOrder = Omit<Extract<CreateOrder, { orderType: 'item' }>, 'requestId'>;

/** A product was edited or deleted since the sums were told: they are asked for again, and told before anybody pays. */
const BASKET_CHANGED_CODES: readonly AppErrorCode[] = ['AMOUNT_DIFFERS', 'ITEM_GONE'];

/** Places the order, pays it and leads to its confirmation. `pay` answers why it could not be done. */
export function useOrderBasket(order: ItemOrder, cents: number) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { userId } = useAccountInView();
  const { change } = useBasket(userId);
  const { mutateAsync: place } = usePlaceOrder();
  const { payOrder, dialog } = usePayOrder();
  const purchase = JSON.stringify(order);
  // Kept while the form is open: another tab may pay it meanwhile, and this one must not begin a second order.
  const [requestId] = useState(() => getOrderRequestId(purchase));
  const attempt = async (paymentMethodId: string): Promise<ReactNode> => {
    const { _id: orderId } = await place({ ...order, requestId });
    const paid = await payOrder(orderId, cents, paymentMethodId);
    if ('failure' in paid) return paid.failure;
    clearOrderRequestId(purchase);
    // Back must not lead to a form that was paid.
    await navigate({ to: '/main/shop/orderconfirm', search: { intentId: paid.intentId, orderId }, replace: true });
    change((before) => removeBought(before, order.items));
    return undefined;
  };
  const pay = (paymentMethodId: string): Promise<ReactNode> =>
    attempt(paymentMethodId).catch((error: unknown) => {
      if (error instanceof AppError && BASKET_CHANGED_CODES.includes(error.code)) {
        // The form is another one with the new sum, so that what is wrong is said beside it.
        toast.error(error.message);
        void client.invalidateQueries({ queryKey: itemKeys.all });
      }
      throw error;
    });
  return { pay, dialog };
}
