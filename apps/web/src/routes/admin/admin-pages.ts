/** The pages of the admin area, one chunk. An address without one is an unknown one. */
export { NotFoundPage } from '../public/shell/not-found.tsx';
export { MessagesPage } from './messages/messages.tsx';
export { ProductsPage } from './products/products.tsx';
