import { SOURCE_LIMITS } from '@vitrine/contract/sources';
import { type ReactNode, useState } from 'react';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { getTimeZoneChoices } from '../../devices/time-zones.ts';
import type { SourceDraft } from '../source-draft.ts';

export interface SourceFieldsProps {
  draft: SourceDraft;
  onChange: (draft: SourceDraft) => void;
  /** Messages by the path of their field. */
  errors: ReadonlyMap<string, string>;
  /** Hint of an address that may stay empty. Undefined when an address is required. */
  optionalAddressHint?: string | undefined;
  /** Offers the interval. Forms that add a source on the way to something else leave it out. */
  hasInterval?: boolean;
}

interface AddressFieldProps extends SourceFieldsProps {
  label: string;
  placeholder: string;
  /** Hint. */
  children: ReactNode;
}

export function AddressField({ draft, onChange, errors, optionalAddressHint, label, placeholder, children }: AddressFieldProps) {
  return (
    <TextField
      required={optionalAddressHint === undefined}
      label={label}
      type="url"
      inputMode="url"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      maxLength={SOURCE_LIMITS.address}
      placeholder={placeholder}
      hint={optionalAddressHint ?? children}
      value={draft.address}
      error={errors.get('address')}
      onChange={({ target }) => onChange({ ...draft, address: target.value })}
    />
  );
}

export function TimeZoneField({ draft, onChange, errors, hint }: SourceFieldsProps & { hint: string }) {
  const [zones] = useState(() => getTimeZoneChoices(new Date(), draft.timeZone));
  return (
    <SelectField
      required
      label="Time zone"
      hint={hint}
      value={draft.timeZone}
      options={zones}
      error={errors.get('timeZone')}
      onChange={({ target }) => onChange({ ...draft, timeZone: target.value })}
    />
  );
}

/** Errors appear in the next frame. */
export function focusFirstError(form: HTMLElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]')?.focus());
}
