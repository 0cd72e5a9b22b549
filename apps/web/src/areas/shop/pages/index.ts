/** All pages of the partner's shop in one chunk, because each chunk adds its name to the first script. */
export { BasketPage } from './basket.tsx';
export { CheckoutPage } from './checkout.tsx';
export { ShopConfirmPage } from './order-confirmation.tsx';
export { ProductPage } from './product.tsx';
export { ShopPage } from './shop.tsx';
