import { ITEM_LIMITS } from '@vitrine/contract/item-limits';
import { type ChangeEvent, useState } from 'react';
import { MinusIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import styles from '../pages/basket.module.css';

interface QuantityFieldProps {
  /** Object that is counted, for screen readers. */
  what: string;
  value: number;
  onChange: (quantity: number) => void;
}

/** How many of one product: one to 99. */
export function QuantityField({ what, value, onChange }: QuantityFieldProps) {
  // Input that is not yet a number, such as an empty field.
  const [typed, setTyped] = useState<string>();
  const type = ({ currentTarget }: ChangeEvent<HTMLInputElement>) => {
    const digits = currentTarget.value.replace(/\D/g, '').slice(0, 2);
    setTyped(digits);
    if (Number(digits) >= 1) onChange(Number(digits));
  };
  return (
    <fieldset className={styles.field} aria-label={`Quantity of ${what}`}>
      <IconButton
        label={`Decrease quantity of ${what}`}
        icon={<MinusIcon size={16} />}
        disabled={value <= 1}
        onClick={() => onChange(value - 1)}
      />
      <input
        className={styles.input}
        aria-label={`Quantity of ${what}`}
        inputMode="numeric"
        autoComplete="off"
        value={typed ?? value}
        onChange={type}
        onBlur={() => setTyped(undefined)}
      />
      <IconButton
        label={`Increase quantity of ${what}`}
        icon={<PlusIcon size={16} />}
        disabled={value >= ITEM_LIMITS.itemsPerLine}
        onClick={() => onChange(value + 1)}
      />
    </fieldset>
  );
}
