import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Quote } from '@vitrine/contract/items';
import type { CreateOrder } from '@vitrine/contract/orders';
import { type Address, countries } from '@vitrine/contract/profile';
import { type ReactNode, useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { BagIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { clearOrderRequestId, getOrderRequestId } from '../../payments/idempotency-key.ts';
import { CardPayForm } from '../../payments/parts/card-pay-form.tsx';
import { usePayOrder } from '../../payments/use-payment.ts';
import { addressListOptions } from '../../profile/api/addresses.ts';
import { AddressFormDialog } from '../../profile/parts/address-form-dialog.tsx';
import { itemKeys } from '../api/items.ts';
import { usePlaceOrder } from '../api/orders.ts';
import { getShippingRegion, removeBought } from '../basket.ts';
import choiceStyles from '../parts/address-choice.module.css';
import { GoToShopLink } from '../parts/product-grid.tsx';
import { QuoteLines } from '../parts/quote-lines.tsx';
import { usePriceRefresh } from '../price-change.ts';
import { type BasketItem, useBasket, useBasketItems } from '../use-basket.ts';
import styles from './basket.module.css';

/** Shipping address, shipping costs and card fields. */
export function CheckoutPage() {
  const { addressId } = useSearch({ from: '/main/shop/checkout' });
  const navigate = useNavigate();
  const { userId } = useAccountInView();
  const addresses = useQuery(addressListOptions(userId));
  const offered = addresses.data?.filter((address) => getShippingRegion(address) !== null) ?? [];
  const address = offered.find(({ _id }) => _id === addressId) ?? (offered.length === 1 ? offered[0] : undefined);
  const region = address ? getShippingRegion(address) : null;
  const { items, lines, sold, quote } = useBasketItems(region);
  const dialog = useDialog();
  const choose = (id: string) => void navigate({ to: '/main/shop/checkout', search: { addressId: id }, replace: true, resetScroll: false });
  const isReady = address !== undefined && region !== null && quote.data !== undefined && !quote.isPlaceholderData;
  if (items.data && lines.length === 0) {
    return (
      <EmptyState heading="h1" icon={<BagIcon size={26} />} title="Your cart is empty" action={<GoToShopLink />}>
        Add products to check out.
      </EmptyState>
    );
  }
  const order: ItemOrder | null = isReady
    ? { orderType: 'item', amount: quote.data.total / 100, shippingCountry: region, addressId: address._id, items: sold }
    : null;
  return (
    <>
      <PageHeader title="Payment" back={<BackLink to="/main/shop/basket" label="Back to cart" />} />
      <div className={styles.panes}>
        <Panel
          title="Shipping address"
          note="We ship within the USA."
          actions={
            <Button icon={<PlusIcon size={18} />} onClick={() => dialog.open('newAddress')}>
              Add address
            </Button>
          }
        >
          {addresses.isPending && <Skeleton style={{ height: 96 }} />}
          {addresses.isLoadingError && <LoadFailure message={getErrorMessage(addresses.error)} onRetry={() => void addresses.refetch()} />}
          {addresses.data && <ShippingAddresses addresses={addresses.data} chosenId={address?._id} onChoose={choose} />}
        </Panel>
        <div className={styles.sums}>
          <Panel title="Summary">
            <BasketSummary lines={lines} amounts={quote.data?.lines ?? []} />
            {!address && (
              <Text tone="soft" size="sm" isTabular>
                Choose an address to see shipping and tax.
              </Text>
            )}
            {address && getLoadFailure(quote) && (
              <LoadFailure message={getErrorMessage(quote.error)} onRetry={() => void quote.refetch()} />
            )}
            {address && quote.isPending && <Skeleton style={{ height: 116 }} />}
            {address && quote.data && <QuoteLines quote={quote.data} isOld={quote.isPlaceholderData} />}
          </Panel>
        </div>
        {order && quote.data && <PaymentSection key={JSON.stringify(order)} order={order} cents={quote.data.total} />}
      </div>
      <AddressFormDialog isOpen={dialog.dialog === 'newAddress'} userId={userId} onClose={dialog.close} />
    </>
  );
}

/** Products of the order, with line totals once they are known. */
function BasketSummary({ lines, amounts }: { lines: readonly BasketItem[]; amounts: Quote['lines'] }) {
  return (
    <ul className={styles.goods} aria-label="Order items">
      {lines.map(({ item, itemId, quantity }) => {
        const cents = amounts.find((line) => line.itemId === itemId)?.amount;
        return (
          item && (
            <li key={itemId}>
              <span>
                {quantity} × {item.name}
              </span>
              {cents !== undefined && <span>{formatCents(cents)}</span>}
            </li>
          )
        );
      })}
    </ul>
  );
}

interface AddressesProps {
  addresses: readonly Address[];
  chosenId: string | undefined;
  onChoose: (id: string) => void;
}

function ShippingAddresses({ addresses, chosenId, onChoose }: AddressesProps) {
  if (addresses.length === 0)
    return (
      <Text tone="soft" size="sm" isTabular>
        No saved addresses. Add a shipping address to continue.
      </Text>
    );
  return (
    <fieldset className={choiceStyles.addresses} aria-label="Addresses">
      {addresses.map((address) => (
        <label key={address._id} className={choiceStyles.address}>
          <input
            type="radio"
            name="address"
            value={address._id}
            disabled={getShippingRegion(address) === null}
            checked={chosenId === address._id}
            onChange={() => onChoose(address._id)}
          />
          <span>
            <strong>{address.street}</strong>
            <br />
            {address.city}, {address.state} {address.zipcode}, {countries[address.country]}
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function PaymentSection({ order, cents }: { order: ItemOrder; cents: number }) {
  const { pay, dialog } = useOrderBasket(order, cents);
  return (
    <Panel title="Card">
      <CardPayForm submitLabel={`Pay Now ${formatCents(cents)}`} onCard={pay} />
      {dialog}
    </Panel>
  );
}

type ItemOrder = Omit<Extract<CreateOrder, { orderType: 'item' }>, 'requestId'>;

/** Places the order, pays it and leads to its confirmation. `pay` answers why it could not be done. */
function useOrderBasket(order: ItemOrder, cents: number) {
  const navigate = useNavigate();
  const refreshPrices = usePriceRefresh(itemKeys.all);
  const { userId } = useAccountInView();
  const { change } = useBasket(userId);
  const { mutateAsync: place } = usePlaceOrder();
  const { payOrder, dialog } = usePayOrder();
  const purchase = JSON.stringify(order);
  // Kept while the form is open: another tab may pay the order in the meantime, and this one must not start a second one.
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
    attempt(paymentMethodId).catch(async (error: unknown) => {
      await refreshPrices(error);
      throw error;
    });
  return { pay, dialog };
}
