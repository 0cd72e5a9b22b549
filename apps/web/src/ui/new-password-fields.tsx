import { useState } from 'react';
import { PasswordField, type PasswordFieldProps } from './password-field.tsx';

interface NewPasswordFieldsProps {
  label: string;
  password: NewPasswordField;
  confirmation: NewPasswordField;
}

type NewPasswordField = Omit<PasswordFieldProps, 'label' | 'shown' | 'skipsToggle'>;

/** A password that is being chosen, and again. Both are seen or neither is. */
export function NewPasswordFields({ label, password, confirmation }: NewPasswordFieldsProps) {
  const [isShown, setIsShown] = useState(false);
  const common = { required: true, autoComplete: 'new-password', shown: { isShown, setIsShown } };
  return (
    <>
      <PasswordField {...common} label={label} hint="Use at least 8 characters. Avoid common passwords." skipsToggle {...password} />
      <PasswordField {...common} label="Confirm password" {...confirmation} />
    </>
  );
}
