import { Link } from '@tanstack/react-router';
import type { Item } from '@vitrine/contract/items';
import { BagIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { countItems } from '../basket.ts';
import { useBasket } from '../use-basket.ts';

export const ProductLink = ({ _id, name }: Item) => (
  <Link to="/main/shop/product" search={{ itemId: _id }}>
    {name}
  </Link>
);

export const GoToShopLink = ({ label = 'View products' }: { label?: string }) => (
  <Link to="/main/shop" className={buttonClass('primary')}>
    {label}
  </Link>
);

export function BasketLink() {
  const { userId } = useAccountInView();
  const count = countItems(useBasket(userId).lines);
  return (
    <Link to="/main/shop/basket" className={buttonClass('secondary')}>
      <BagIcon size={18} />
      {count > 0 ? `Cart (${count})` : 'Cart'}
    </Link>
  );
}
