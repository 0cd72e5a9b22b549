import { useState } from 'react';
import { formatCents } from '../../../lib/format.ts';
import { readMoney } from '../../../lib/number-input.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';

interface MoneyFieldProps extends Omit<TextFieldProps, 'value' | 'type' | 'inputMode'> {
  /** Text as it was typed, in dollars. */
  value: string;
}

/** A field for an amount in dollars. It repeats the amount it reads, and explains why it can't read one once the field was left. */
export function MoneyField({ value, error, hint, onBlur, ...rest }: MoneyFieldProps) {
  const [isLeft, setIsLeft] = useState(false);
  const reading = readMoney(value);
  const fault = isLeft && reading && 'fault' in reading ? reading.fault : undefined;
  const amount = reading && 'cents' in reading ? formatCents(reading.cents) : undefined;
  return (
    <TextField
      autoComplete="off"
      {...rest}
      inputMode="decimal"
      value={value}
      error={fault ?? error}
      hint={
        hint || amount ? (
          <>
            {amount && <output>{amount}</output>}
            {amount && hint ? '. ' : ''}
            {hint}
          </>
        ) : undefined
      }
      onBlur={(event) => {
        setIsLeft(true);
        onBlur?.(event);
      }}
    />
  );
}
