import type { Ref } from 'react';
import { lazySchemaResolver } from '../../../lib/schema-resolver.ts';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';

/** Resolver of a form with one code. The schema loads later, because public pages share the chunk of this file. */
export const codeResolver = lazySchemaResolver(() => import('@vitrine/contract/second-factor').then(({ codeForm }) => codeForm));

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
