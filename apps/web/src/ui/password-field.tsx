import { useState } from 'react';
import { IconButton } from './button.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
  /** Shown and hidden with another field. */
  shown?: { isShown: boolean; setIsShown: (isShown: boolean) => void };
  /** True when Tab skips the toggle, because the other field's toggle controls both. */
  skipsToggle?: boolean;
}

export function PasswordField({ shown, skipsToggle, ...props }: PasswordFieldProps) {
  const [isOwnShown, setIsOwnShown] = useState(false);
  const { isShown, setIsShown } = shown ?? { isShown: isOwnShown, setIsShown: setIsOwnShown };
  return (
    <TextField
      {...props}
      type={isShown ? 'text' : 'password'}
      autoCapitalize="none"
      spellCheck={false}
      trailing={
        <IconButton
          label={isShown ? 'Hide password' : 'Show password'}
          icon={isShown ? <EyeOffIcon /> : <EyeIcon />}
          tabIndex={skipsToggle ? -1 : undefined}
          onClick={() => setIsShown(!isShown)}
        />
      }
    />
  );
}

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
