import { useState } from 'react';
import { IconButton } from './icon-button.tsx';
import { EyeIcon, EyeOffIcon } from './icons.tsx';
import { TextField, type TextFieldProps } from './text-field.tsx';

export interface PasswordFieldProps extends Omit<TextFieldProps, 'type' | 'trailing'> {
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
