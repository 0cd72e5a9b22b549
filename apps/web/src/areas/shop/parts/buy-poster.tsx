import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Media } from '@vitrine/contract/media';
import type { CreateOrder } from '@vitrine/contract/orders';
import type { PaperSize } from '@vitrine/contract/poster-sheet';
import type { MasterValue } from '@vitrine/contract/posters';
import { type ReactNode, useState } from 'react';
import { formatCents } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { clearOrderRequestId, getOrderRequestId } from '../../payments/idempotency-key.ts';
import { PayDialog } from '../../payments/parts/card-pay-form.tsx';
import { usePayOrder } from '../../payments/use-payment.ts';
import { addressListOptions } from '../../profile/api/addresses.ts';
import { usePlaceOrder } from '../api/orders.ts';
import { posterKeys } from '../api/posters.ts';
import { createCrop, parseCropPosition } from '../poster-crop.ts';
import { getPosterTotal } from '../poster-options.ts';
import { usePriceRefresh } from '../price-change.ts';
import { ChooseAddressDialog } from './choose-address-dialog.tsx';

interface BuyPosterProps {
  media: Media;
  sheet: PaperSize | null;
  shipping: MasterValue;
  quantity: PosterOrder['quantity'];
  combinationId: string;
  price: number;
}

type PosterOrder = Omit<Extract<CreateOrder, { orderType: 'poster' }>, 'requestId'>;

/** Shipping address and card: two successive dialogs in the address. */
export function BuyPoster({ media, sheet, shipping, quantity, combinationId, price }: BuyPosterProps) {
  const { at } = useSearch({ from: '/main/media/makeposter' });
  const { userId } = useAccountInView();
  const dialog = useDialog();
  const addresses = useQuery({ ...addressListOptions(userId), enabled: dialog.dialog !== undefined });
  const address = addresses.data?.find(({ _id }) => _id === dialog.target);
  const { width, height } = media;
  const isPaying = dialog.dialog === 'pay' && address !== undefined;
  const order: PosterOrder = {
    orderType: 'poster',
    quantity,
    amount: getPosterTotal(price, quantity, shipping.price ?? 0),
    shippingIn: shipping._id,
    shippingCountry: shipping.type === 'shippingus' ? 'US' : 'AL',
    addressId: address?._id,
    poster: {
      mediaId: media._id,
      combinationId,
      ...(sheet && width && height && { crop: createCrop({ width, height }, sheet, parseCropPosition(at)) }),
    },
  };
  return (
    <>
      <ChooseAddressDialog
        isOpen={dialog.dialog === 'address' || dialog.dialog === 'newAddress'}
        location={order.shippingCountry}
        isAdding={dialog.dialog === 'newAddress'}
        onAdd={() => dialog.open('newAddress')}
        onChoose={(id) => dialog.open('pay', id)}
        onClose={dialog.close}
      />
      {isPaying && <PayPoster key={JSON.stringify(order)} order={order} to={`${address.street}, ${address.city}`} onClose={dialog.close} />}
    </>
  );
}

function PayPoster({ order, to, onClose }: { order: PosterOrder; to: string; onClose: () => void }) {
  const cents = Math.round(order.amount * 100);
  const { pay, dialog } = usePayPoster(order, cents);
  return (
    <>
      <PayDialog
        isOpen
        onClose={onClose}
        description={
          <>
            <strong>{formatCents(cents)}</strong> for {order.quantity === 1 ? '1 poster' : `${order.quantity} posters`}, sent to {to}.
          </>
        }
        submitLabel={`Pay ${formatCents(cents)}`}
        onCard={pay}
      />
      {dialog}
    </>
  );
}

function usePayPoster(order: PosterOrder, cents: number) {
  const navigate = useNavigate();
  const { albumId } = useSearch({ from: '/main/media/makeposter' });
  const { mutateAsync: place } = usePlaceOrder();
  const { payOrder, dialog } = usePayOrder();
  const purchase = JSON.stringify(order);
  // Kept while the form is open: another tab may pay the order in the meantime, and this one must not start a second one.
  const [requestId] = useState(() => getOrderRequestId(purchase));
  const refreshPrices = usePriceRefresh(posterKeys.all);
  const attempt = async (paymentMethodId: string): Promise<ReactNode> => {
    const { _id: orderId } = await place({ ...order, requestId });
    const paid = await payOrder(orderId, cents, paymentMethodId);
    if ('failure' in paid) return paid.failure;
    clearOrderRequestId(purchase);
    // Back must not lead to a form that was paid.
    await navigate({
      to: '/main/media/makeposter/orderconfirm',
      search: { albumId, intentId: paid.intentId, orderId },
      replace: true,
    });
    return undefined;
  };
  const pay = (paymentMethodId: string): Promise<ReactNode> =>
    attempt(paymentMethodId).catch(async (error: unknown) => {
      await refreshPrices(error);
      throw error;
    });
  return { pay, dialog };
}
