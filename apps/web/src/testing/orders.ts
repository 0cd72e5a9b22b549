import type { Order } from '@vitrine/contract/orders';
import type { StatusValue } from '@vitrine/contract/posters';
import { ANA } from './signed-in.ts';

const id = (index: number) => `00000000-0000-7000-8000-0000000e${String(index).padStart(4, '0')}`;
const status = (index: number, values: Pick<StatusValue, 'type' | 'name' | 'event'>): StatusValue => ({
  _id: id(index),
  color: '#2255aa',
  description: '',
  notifies: false,
  version: '1',
  ...values,
});

const RECEIVED = status(1, { type: 'order', name: 'Received', event: 'ordercreated' });
export const SHIPPED = status(2, { type: 'order', name: 'Shipped', event: 'ordercreated' });
const PAID = status(3, { type: 'payment', name: 'Success', event: 'paymentsuccess' });
/** Statuses of orders and payments. */
export const ORDER_STATUSES = [RECEIVED, SHIPPED, PAID];

/** Creates a paid order of two posters by the signed-in user, of which nothing is refunded. */
export const anOrder = (values: Partial<Order> = {}): Order => ({
  _id: id(10),
  orderId: 'V100042-5',
  orderType: 'poster',
  platform: 'PP',
  description: 'Poster of harbour',
  quantity: 2,
  amount: 59.95,
  amounts: { items: 5000, shipping: 995, tax: 0, credit: 0, total: 5995, refunded: 0, returned: 0 },
  userId: [{ _id: ANA._id, name: ANA.name, email: ANA.email, phoneNo: '' }],
  buyer: { name: ANA.name, email: ANA.email },
  statusId: [RECEIVED],
  paymentStatusId: [PAID],
  createdDate: '2026-11-20T10:00:00.000Z',
  paidDate: '2026-11-20T10:01:00.000Z',
  paymentId: 'pi_1',
  poster: {
    mediaId: [],
    name: 'harbour',
    crop: { x: 0, y: 0, width: 1, height: 1 },
    hasPrintFile: true,
    pixelsPerInch: 150,
  },
  orientationId: { _id: id(11), name: 'Portrait' },
  sizeId: { _id: id(12), name: '12 × 18 in' },
  paperStockId: { _id: id(13), name: 'Satin' },
  laminationId: { _id: id(14), name: 'Gloss film' },
  items: [],
  shippingAddress: { houseAddress: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' },
  shippingCountry: 'US',
  trackingNumber: null,
  version: '1',
  card: { brand: 'visa', last4: '4242' },
  planId: null,
  endDate: null,
  history: [],
  abilities: { changeStatus: true, refund: true },
  refundable: { card: 5995, credit: 0, credited: 0, isPlanRunning: false },
  ...values,
});
