/** The pages of the admin area, one chunk. An address without one is an unknown one. */
export { NotFoundPage } from '../public/shell/not-found.tsx';
export { MessagesPage } from './messages/messages.tsx';
export { OrderDetailsPage } from './orders/order-details.tsx';
export { OrdersPage } from './orders/orders.tsx';
export { OrderStatusPage } from './orders/statuses.tsx';
export { PosterPricePage } from './posters/combinations.tsx';
export { PosterPropertyPage } from './posters/values.tsx';
export { ProductsPage } from './products/products.tsx';
