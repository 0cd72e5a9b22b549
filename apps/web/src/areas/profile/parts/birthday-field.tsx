import { dateOfBirth } from '@vitrine/contract/profile';
import { type Ref, useState } from 'react';
import { TextField } from '../../../ui/text-field.tsx';

interface BirthdayFieldProps {
  name: string;
  /** YYYY-MM-DD, or nothing. */
  value: string;
  onChange: (value: string) => void;
  onBlur: () => void;
  ref: Ref<HTMLInputElement>;
  error?: string;
}

/** A day in the future is refused at once, and the one before it stays (specification 1 §5). */
export function BirthdayField({ value, onChange, error, ...rest }: BirthdayFieldProps) {
  const [refusal, setRefusal] = useState<string>();
  const choose = (day: string) => {
    const checked = day === '' ? undefined : dateOfBirth.safeParse(day);
    if (checked && !checked.success) {
      setRefusal(checked.error.issues[0]?.message);
      return;
    }
    setRefusal(undefined);
    onChange(day);
  };
  return (
    <TextField
      label="Birthday"
      type="date"
      autoComplete="bday"
      error={refusal ?? error}
      {...rest}
      value={value}
      onChange={(event) => choose(event.target.value)}
    />
  );
}
