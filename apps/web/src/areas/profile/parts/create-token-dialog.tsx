import { zodResolver } from '@hookform/resolvers/zod';
import { apiTokenName, type CreatedApiToken } from '@vitrine/contract/api-tokens';
import { passwordBody } from '@vitrine/contract/profile';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { CheckField } from '../../../ui/toggles.tsx';
import { useCreateApiToken } from '../api/api-tokens.ts';
import { type Access, getScopeAreaLabel, listScopeAreas, NO_SCOPES, toScopes } from '../scope-choices.ts';
import styles from './create-token-dialog.module.css';

const DAYS_OPTIONS = [
  { value: '7', label: '7 days' },
  { value: '30', label: '30 days' },
  { value: '90', label: '90 days' },
  { value: '365', label: '1 year' },
];

const ACCESS_OPTIONS: { value: Access; label: string }[] = [
  { value: 'none', label: 'No access' },
  { value: 'read', label: 'Read' },
  { value: 'write', label: 'Read and change' },
];

const form = passwordBody.extend({ name: apiTokenName });

interface CreateTokenDialogProps {
  onCreated: (token: CreatedApiToken) => void;
  onClose: () => void;
}

export function CreateTokenDialog({ onCreated, onClose }: CreateTokenDialogProps) {
  const isStaff = isAdministrator(useSession());
  const { register, handleSubmit, formState } = useForm({
    resolver: zodResolver(form),
    mode: 'onSubmit',
    defaultValues: { name: '', password: '' },
  });
  const [days, setDays] = useState('30');
  const [choices, setChoices] = useState(NO_SCOPES);
  const [isScopeMissing, setIsScopeMissing] = useState(false);
  const create = useCreateApiToken({ onSuccess: onCreated });
  const submit = handleSubmit((values) => {
    const scopes = toScopes(choices);
    setIsScopeMissing(scopes.length === 0);
    if (scopes.length > 0) create.mutate({ ...values, days: Number(days), scopes });
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      onSubmit={submit}
      title="Create an API token"
      description="A token can do in your account what you choose here, until it expires or you revoke it. A new password revokes all tokens."
      submitLabel="Create token"
      isSubmitting={create.isPending}
      failure={create.error ? getErrorMessage(create.error) : undefined}
    >
      <TextField required label="Name" placeholder="Lobby script" error={formState.errors.name?.message} {...register('name')} />
      <SelectField label="Expires after" options={DAYS_OPTIONS} value={days} onChange={({ target }) => setDays(target.value)} />
      <fieldset className={styles.scopes}>
        <legend>Access</legend>
        {listScopeAreas(isStaff).map((area) => (
          <SelectField
            key={area}
            label={getScopeAreaLabel(area)}
            options={ACCESS_OPTIONS}
            value={choices.areas[area] ?? 'none'}
            onChange={({ target }) => setChoices({ ...choices, areas: { ...choices.areas, [area]: target.value as Access } })}
          />
        ))}
      </fieldset>
      <CheckField
        label="Send commands to devices"
        isOn={choices.canCommand}
        onChange={(canCommand) => setChoices({ ...choices, canCommand })}
      />
      {isScopeMissing && (
        <Text role="alert" tone="danger" size="sm">
          Choose access to at least one area.
        </Text>
      )}
      <PasswordField
        required
        label="Password"
        autoComplete="current-password"
        error={formState.errors.password?.message}
        {...register('password')}
      />
    </FormDialog>
  );
}
