import { useSearch } from '@tanstack/react-router';
import { BackLink } from '../../../ui/back-link.tsx';
import { Confirmation } from '../posters/order-confirm.tsx';

export function ShopConfirmPage() {
  const { orderId, intentId } = useSearch({ from: '/main/shop/orderconfirm' });
  return <Confirmation orderId={orderId} intentId={intentId} back={<BackLink to="/main/shop" label="Back to the shop" />} />;
}
