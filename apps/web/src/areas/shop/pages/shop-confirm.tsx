import { useSearch } from '@tanstack/react-router';
import { BackLink } from '../../../ui/back-link.tsx';
import { OrderConfirmation } from './order-confirmation.tsx';

export function ShopConfirmPage() {
  const { orderId, intentId } = useSearch({ from: '/main/shop/orderconfirm' });
  return <OrderConfirmation orderId={orderId} intentId={intentId} back={<BackLink to="/main/shop" label="Back to shop" />} />;
}
