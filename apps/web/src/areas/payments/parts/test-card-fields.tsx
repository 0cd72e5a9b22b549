import { type ChangeEvent, useImperativeHandle, useState } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { createTestCard } from '../api/payments.ts';
import type { CardFieldsProps, CollectedCard } from '../card-collector.ts';
import {
  formatCardNumber,
  formatCvc,
  formatExpiry,
  getCardBrand,
  getCardBrandName,
  getCaretPosition,
  getCvcError,
  getDigits,
  getExpiryError,
  getNumberError,
  parseExpiry,
} from '../card-number.ts';
import { getPaymentFailureMessage } from '../payment-labels.ts';
import styles from './card-fields.module.css';

const EMPTY = { number: '', expiry: '', cvc: '' };
type CardValues = typeof EMPTY;
type Field = keyof CardValues;

const getCardErrors = ({ number, expiry, cvc }: CardValues): Record<Field, string | undefined> => ({
  number: getNumberError(number),
  expiry: getExpiryError(expiry, new Date()),
  cvc: getCvcError(cvc, number),
});

/** Writes the formatted text into the field before React renders, with the caret behind the same digit. */
function setFormattedValue(input: HTMLInputElement, formatted: string): string {
  const isAtEnd = input.selectionStart === input.value.length;
  const digits = getDigits(input.value.slice(0, input.selectionStart ?? input.value.length)).length;
  const caret = isAtEnd ? formatted.length : getCaretPosition(formatted, digits);
  input.value = formatted;
  input.setSelectionRange(caret, caret);
  return formatted;
}

/** Card fields of the built-in test bank. The card number is sent only to the test bank's endpoint. */
export function TestCardFields({ ref, isDisabled }: CardFieldsProps) {
  const [typed, setTyped] = useState(EMPTY);
  // Fields are validated on blur and on submit.
  const [validated, setValidated] = useState<readonly Field[]>([]);
  const errors = getCardErrors(typed);
  const getError = (field: Field) => (validated.includes(field) ? errors[field] : undefined);
  const getFieldProps = (field: Field, format: (text: string) => string) => ({
    value: typed[field],
    error: getError(field),
    disabled: isDisabled,
    inputMode: 'numeric' as const,
    onChange: ({ currentTarget }: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [field]: setFormattedValue(currentTarget, format(currentTarget.value)) }),
    onBlur: () => typed[field] !== '' && setValidated([...validated, field]),
  });
  const collect = async (): Promise<CollectedCard> => {
    setValidated(['number', 'expiry', 'cvc']);
    if (Object.values(getCardErrors(typed)).some(Boolean)) return {};
    const { month, year } = parseExpiry(typed.expiry);
    try {
      return {
        paymentMethodId: await createTestCard({ number: getDigits(typed.number), exp_month: month, exp_year: year, cvc: typed.cvc }),
      };
    } catch (error) {
      return { failure: getPaymentFailureMessage(error) };
    }
  };
  useImperativeHandle(ref, () => ({ collect }));
  const brand = getCardBrand(typed.number);
  return (
    <div className={styles.fields}>
      <TextField
        required
        className={styles.number}
        label="Card number"
        placeholder="1234 1234 1234 1234"
        autoComplete="cc-number"
        trailing={brand !== 'unknown' && <span className={styles.brand}>{getCardBrandName(brand)}</span>}
        {...getFieldProps('number', formatCardNumber)}
      />
      <TextField
        required
        label="Expiry"
        placeholder="MM / YY"
        autoComplete="cc-exp"
        {...getFieldProps('expiry', (text) => formatExpiry(text, typed.expiry))}
      />
      <TextField
        required
        label="CVC"
        placeholder="CVC"
        autoComplete="cc-csc"
        {...getFieldProps('cvc', (text) => formatCvc(text, typed.number))}
      />
      <TestCards />
    </div>
  );
}

function TestCards() {
  return (
    <details className={styles.test}>
      <summary>Test mode: no money is charged. Show test card numbers</summary>
      <p>Use any future expiration date and any CVC.</p>
      <ul className={styles.numbers}>
        {TEST_CARDS.map(([number, effect]) => (
          <li key={number}>
            <span>{effect}</span>
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

/** The test bank's card numbers, the same as Stripe's, and their effects. */
const TEST_CARDS = [
  ['4242 4242 4242 4242', 'Payment succeeds'],
  ['4000 0027 6000 3184', 'Requires confirmation'],
  ['4000 0000 0000 0002', 'Card declined'],
  ['4000 0000 0000 9995', 'Insufficient funds'],
  ['4000 0000 0000 0069', 'Expired card'],
  ['4000 0000 0000 0127', 'Incorrect CVC'],
  ['4000 0000 0000 0119', 'Processing error'],
  ['4000 0000 0000 0341', 'First payment succeeds, renewal fails'],
] as const;
