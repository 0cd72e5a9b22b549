import { secondFactorCode } from '@vitrine/contract/second-factor';
import type { Ref } from 'react';
import { z } from 'zod';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';

/** Form with one code, which is sent as it was typed. */
export const codeForm = z.object({
  code: z.string().refine((typed) => secondFactorCode.safeParse(typed).success, 'Enter the 6 digits from your app, or a recovery code'),
});

interface CodeFieldProps extends Omit<TextFieldProps, 'label'> {
  /** A recovery code has letters, so phones show the whole keyboard. */
  isRecoveryCode: boolean;
  ref?: Ref<HTMLInputElement>;
}

/** Field for a code from an authenticator app, which browsers and password managers can fill in, or for a recovery code. */
export const CodeField = ({ isRecoveryCode, ...rest }: CodeFieldProps) => (
  <TextField
    required
    label={isRecoveryCode ? 'Recovery code' : 'Code'}
    autoComplete={isRecoveryCode ? 'off' : 'one-time-code'}
    inputMode={isRecoveryCode ? 'text' : 'numeric'}
    autoCapitalize={isRecoveryCode ? 'characters' : undefined}
    placeholder={isRecoveryCode ? 'ABCD-EFGH-IJKL-MNOP' : '123456'}
    spellCheck={false}
    maxLength={40}
    {...rest}
  />
);
