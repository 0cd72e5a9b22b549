import { type ChangeEvent, useImperativeHandle, useState } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createTestCard } from '../api/test-bank.ts';
import type { CardFieldsProps, CollectedCard } from '../card-collector.ts';
import {
  brandName,
  brandOf,
  caretAfter,
  cvcFault,
  digitsOf,
  expiryFault,
  formatCardNumber,
  formatCvc,
  formatExpiry,
  numberFault,
  readExpiry,
} from '../card-number.ts';
import { paymentFailureWords } from '../payment-words.ts';
import { TEST_CARDS } from '../test-cards.ts';
import styles from './card-fields.module.css';

const EMPTY = { number: '', expiry: '', cvc: '' };
type Typed = typeof EMPTY;
type Field = keyof Typed;

const faultsOf = ({ number, expiry, cvc }: Typed): Record<Field, string | undefined> => ({
  number: numberFault(number),
  expiry: expiryFault(expiry, new Date()),
  cvc: cvcFault(cvc, number),
});

/** Writes the formatted text into the field at once, with the caret behind the same digit, before React draws it. */
function typeFormatted(input: HTMLInputElement, formatted: string): string {
  const isAtEnd = input.selectionStart === input.value.length;
  const digits = digitsOf(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const caret = isAtEnd ? formatted.length : caretAfter(formatted, digits);
  input.value = formatted;
  input.setSelectionRange(caret, caret);
  return formatted;
}

/** The fields of the built-in test bank. The number goes to its own address and to no other. */
export function TestCardFields({ ref, isDisabled }: CardFieldsProps) {
  const [typed, setTyped] = useState(EMPTY);
  // A field is judged once it was left, or when somebody wants to pay.
  const [left, setLeft] = useState<readonly Field[]>([]);
  const faults = faultsOf(typed);
  const errorOf = (field: Field) => (left.includes(field) ? faults[field] : undefined);
  const fieldOf = (field: Field, format: (text: string) => string) => ({
    value: typed[field],
    error: errorOf(field),
    disabled: isDisabled,
    inputMode: 'numeric' as const,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [field]: typeFormatted(currentTarget, format(currentTarget.value)) }),
    onBlur: () => typed[field] !== '' && setLeft([...left, field]),
  });
  const collect = async (): Promise<CollectedCard> => {
    setLeft(['number', 'expiry', 'cvc']);
    if (Object.values(faultsOf(typed)).some(Boolean)) return {};
    const { month, year } = readExpiry(typed.expiry);
    try {
      return {
        paymentMethodId: await createTestCard({ number: digitsOf(typed.number), exp_month: month, exp_year: year, cvc: typed.cvc }),
      };
    } catch (error) {
      return { failure: paymentFailureWords(error) };
    }
  };
  useImperativeHandle(ref, () => ({ collect }));
  const brand = brandOf(typed.number);
  return (
    <div className={styles.fields}>
      <TextField
        required
        className={styles.number}
        label="Card number"
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        trailing={brand !== 'unknown' && <span className={styles.brand}>{brandName(brand)}</span>}
        {...fieldOf('number', formatCardNumber)}
      />
      <TextField
        required
        label="Expiry"
        placeholder="MM / YY"
        autoComplete="cc-exp"
        {...fieldOf('expiry', (text) => formatExpiry(text, typed.expiry))}
      />
      <TextField
        required
        label="CVC"
        placeholder="CVC"
        autoComplete="cc-csc"
        {...fieldOf('cvc', (text) => formatCvc(text, typed.number))}
      />
      <TestCards />
    </div>
  );
}

function TestCards() {
  return (
    <details className={styles.test}>
      <summary>Test bank: no money moves. Show test numbers</summary>
      <p>Any expiry that is still to come and any CVC will do.</p>
      <ul className={styles.numbers}>
        {TEST_CARDS.map(([number, what]) => (
          <li key={number}>
            <span>{what}</span>
            <span className={styles.digits}>
              {number}
              <CopyButton text={number} what={`number ${number}`} />
            </span>
          </li>
        ))}
      </ul>
    </details>
  );
}
