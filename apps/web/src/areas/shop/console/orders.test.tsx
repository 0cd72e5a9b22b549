/** Orders in the console: filters, shipping and refunds. `orders/refunds.test.ts` of the server has the rules, `e2e/posters.spec.ts` a real order. */
import { screen, waitFor, within } from '@testing-library/react';
import type { Order } from '@vitrine/contract/orders';
import { changeOrderStatus, listOrders, readOrder, refundOrder } from '@vitrine/contract/orders.endpoints';
import { listMasterValues } from '@vitrine/contract/posters.endpoints';
import { expect, it } from 'vitest';
import { ADMIN } from '../../../testing/console.ts';
import { anOrder, ORDER_STATUSES, SHIPPED } from '../../../testing/orders.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { signedInApi, signIn } from '../../../testing/signed-in.ts';

const ordersApi = (order: Order, user = ADMIN) =>
  signedInApi(user)
    .result(listMasterValues, ORDER_STATUSES)
    .on(listOrders, ({ query }) => ({ result: query['orderType'] === order.orderType ? [order] : [] }))
    .on(readOrder, () => ({ result: [{ ...order }] }));

it('filters orders by type, text and payment, and keeps the chosen type when the address does not name one', async () => {
  signIn(ADMIN);
  const api = ordersApi(anOrder());
  const { user, router } = await renderApp('/admin/orderItems', api);
  expect(await screen.findByText('No data available')).toBeVisible();
  await user.click(screen.getByText('Posters'));
  expect(await screen.findByRole('link', { name: 'V100042-5' })).toBeVisible();
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'ana@posters');
  await waitFor(() => expect(router.state.location.search).toMatchObject({ string: 'ana@posters' }));
  await user.selectOptions(screen.getByLabelText('Payment'), 'Success');
  await waitFor(() =>
    expect(api.requestsTo(listOrders).at(-1)?.query).toMatchObject({
      orderType: 'poster',
      string: 'ana@posters',
      paymentEvent: 'paymentsuccess',
    }),
  );
  await router.navigate({ to: '/admin/orderItems', search: {} });
  await waitFor(() => expect(screen.getByRole('radio', { name: 'Posters' })).toBeChecked());
});

it('opens an order of products at its own address', async () => {
  signIn(ADMIN);
  const order = anOrder({ orderType: 'item' });
  await renderApp('/admin/orderItems?tab=item', ordersApi(order));
  expect(await screen.findByRole('link', { name: order.orderId })).toHaveAttribute(
    'href',
    expect.stringContaining(`/admin/orderItems/orderItemDetails?orderId=${order._id}`),
  );
});

it('ships an order with its tracking number, and shows the state of its payment', async () => {
  signIn(ADMIN);
  const order = anOrder();
  const api = ordersApi(order).on(changeOrderStatus, ({ body }) => {
    const { trackingNumber } = body as { trackingNumber: string };
    return { result: Object.assign(order, { statusId: [SHIPPED], trackingNumber }) };
  });
  const { user } = await renderApp(`/admin/orderItems/orderDetails?orderId=${order._id}`, api);
  expect(await screen.findByRole('region', { name: 'Shipping address' })).toHaveTextContent('12 Long Lane');
  expect(screen.getByText('Gloss film')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Download print file' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Payment status' }));
  const payment = await screen.findByRole('dialog', { name: 'Payment status' });
  expect(within(payment).getByText('Success')).toBeVisible();
  await user.click(within(payment).getByText('Close'));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await user.click(screen.getByRole('button', { name: 'Order status' }));
  const status = await screen.findByRole('dialog', { name: 'Order status' });
  await user.selectOptions(await within(status).findByRole('combobox', { name: 'Status' }), 'Shipped');
  await user.click(within(status).getByLabelText(/^Tracking number/));
  await user.paste('1Z999AA10123456784');
  await user.click(within(status).getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('1Z999AA10123456784', { selector: 'dd' })).toBeVisible();
  expect(api.requestsTo(changeOrderStatus)[0]?.body).toMatchObject({ statusId: SHIPPED._id, trackingNumber: '1Z999AA10123456784' });
});

it('refunds a part once despite a double click, then offers the rest, and offers nothing after all was refunded', async () => {
  signIn(ADMIN);
  const order = anOrder();
  const api = ordersApi(order).on(refundOrder, ({ body }) => {
    const { amount } = body as { amount: number };
    const rest = (order.refundable?.card ?? 0) - amount;
    order.amounts = { ...order.amounts, refunded: order.amounts.refunded + amount };
    order.refundable = rest > 0 ? { card: rest, credit: 0, credited: 0, isPlanRunning: false } : null;
    order.abilities = { changeStatus: true, refund: rest > 0 };
    return { result: order };
  });
  const { user } = await renderApp(`/admin/orderItems/orderDetails?orderId=${order._id}`, api);
  const openRefund = async () => {
    await user.click(await screen.findByRole('button', { name: 'Refund' }));
    return screen.findByLabelText(/^Amount in dollars/);
  };
  let amount = await openRefund();
  await user.clear(amount);
  await user.type(amount, '60');
  await user.click(screen.getByRole('button', { name: 'Refund $60.00' }));
  expect(await screen.findByText('This is more than the amount you can still refund.')).toBeVisible();
  expect(screen.getByText(/^Enter a reason\./)).toBeVisible();
  expect(api.requestsTo(refundOrder)).toEqual([]);
  await user.clear(amount);
  await user.type(amount, '9,95');
  await user.type(screen.getByLabelText(/^Reason/), 'Shipped late');
  expect(await screen.findByText(/nine dollars and ninety-five cents/)).toBeVisible();
  await user.dblClick(screen.getByRole('button', { name: 'Refund $9.95' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByText('-$9.95')).toBeVisible();
  expect(api.requestsTo(refundOrder).map(({ body }) => body)).toMatchObject([{ amount: 995, reason: 'Shipped late' }]);
  amount = await openRefund();
  expect(amount).toHaveValue('50.00');
  await user.type(screen.getByLabelText(/^Reason/), 'Never arrived');
  await user.click(screen.getByRole('button', { name: 'Refund $50.00' }));
  expect(await screen.findByText('-$59.95')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Refund' })).toBeNull();
});
