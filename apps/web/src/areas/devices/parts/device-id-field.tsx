import { LIMITS } from '@vitrine/contract/limits';
import { TextField, type TextFieldProps } from '../../../ui/text-field.tsx';

/** Field for the id that a screen shows. */
export const DeviceIdField = (props: Omit<TextFieldProps, 'label'> & { label?: string }) => (
  <TextField
    label="Device ID"
    autoComplete="off"
    autoCapitalize="characters"
    spellCheck={false}
    maxLength={LIMITS.deviceIdLength}
    placeholder="A12345"
    style={{ textTransform: 'uppercase', letterSpacing: '0.08em' }}
    {...props}
  />
);

/** Instruction that precedes the field, for a screen such as "the new screen". */
export const getDeviceIdInstruction = (screen: string): string =>
  `Open ${window.location.host}/screen on ${screen}, then enter the ID it shows.`;
