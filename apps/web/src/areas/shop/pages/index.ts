/** The partner's shop, one chunk. */
export { BasketPage } from './basket.tsx';
export { CheckoutPage } from './checkout.tsx';
export { ProductPage } from './product.tsx';
export { ShopPage } from './shop.tsx';
export { ShopConfirmPage } from './shop-confirm.tsx';
