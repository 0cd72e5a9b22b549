import type { AlbumLink } from '@vitrine/contract/album-links';
import { LIMITS } from '@vitrine/contract/limits';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { PasswordField } from '../../../ui/password-field.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import type { AlbumLinkSettings } from '../api/album-links.ts';
import { useCreateAlbumLink, useEditAlbumLink } from '../api/album-links.ts';
import { getLinkExpiry, type LinkExpiryChoice } from '../link-labels.ts';

const EXPIRY_CHOICES: readonly { value: LinkExpiryChoice; label: string }[] = [
  { value: 'week', label: 'In 7 days' },
  { value: 'month', label: 'In 30 days' },
  { value: 'day', label: 'On a date' },
  { value: 'never', label: 'Never' },
];

interface NewLinkDialogProps {
  albumId: string;
  onClose: () => void;
  /** Called with the last part of the link's address, which is only known now. */
  onCreated: (token: string) => void;
}

export function NewLinkDialog({ albumId, onClose, onCreated }: NewLinkDialogProps) {
  const create = useCreateAlbumLink(albumId, { onSuccess: ({ token }) => onCreated(token) });
  return <LinkForm title="New link" submitLabel="Create link" change={create} onClose={onClose} />;
}

export function EditLinkDialog({ link, onClose }: { link: AlbumLink; onClose: () => void }) {
  const edit = useEditAlbumLink(link.albumId, link._id, {
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Link updated.');
      onClose();
    },
  });
  return <LinkForm title={`Link ending in ${link.tokenEnd}`} link={link} submitLabel="Save" change={edit} onClose={onClose} />;
}

interface LinkFormProps {
  title: string;
  submitLabel: string;
  /** As it is; a new one has none. */
  link?: AlbumLink;
  change: { mutate: (terms: AlbumLinkSettings) => void; isPending: boolean; error: Error | null };
  onClose: () => void;
}

function LinkForm({ title, submitLabel, link, change, onClose }: LinkFormProps) {
  const [end, setEnd] = useState<LinkExpiryChoice>(link ? 'kept' : 'month');
  const [day, setDay] = useState('');
  const [isProtected, setProtected] = useState(link?.hasPassword ?? false);
  const [password, setPassword] = useState('');
  const [allowsDownload, setAllowsDownload] = useState(link?.allowsDownload ?? false);
  const [isTried, setTried] = useState(false);
  const [today] = useState(() => localDay(new Date()));
  const keepsPassword = link?.hasPassword === true && password === '';
  const errors = {
    day: end === 'day' && day === '' ? 'Choose a date.' : undefined,
    password:
      isProtected && !keepsPassword && password.length < LIMITS.linkPasswordMin
        ? `Use at least ${LIMITS.linkPasswordMin} characters.`
        : undefined,
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // The dialog it is opened from is a form as well, and events pass through portals.
    event.stopPropagation();
    setTried(true);
    if (errors.day || errors.password) return;
    const newPassword = isProtected ? (keepsPassword ? undefined : password) : link?.hasPassword === false ? undefined : null;
    change.mutate({ expiresAt: getLinkExpiry(end, day), password: newPassword, allowsDownload });
  };
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={title}
      description={link ? undefined : 'Anyone with the link can view this album without an account.'}
      submitLabel={submitLabel}
      isSubmitting={change.isPending}
      failure={change.error ? getErrorMessage(change.error) : undefined}
      onSubmit={onSubmit}
      closesOutside={false}
    >
      <SelectField
        label="Expires"
        value={end}
        options={
          link
            ? [
                { value: 'kept', label: getCurrentExpiryLabel(link) },
                ...EXPIRY_CHOICES.filter(({ value }) => value !== 'never' || link.expiresAt !== null),
              ]
            : EXPIRY_CHOICES
        }
        onChange={({ target }) => setEnd(target.value as LinkExpiryChoice)}
      />
      {end === 'day' && (
        <TextField
          label="Last day"
          type="date"
          min={today}
          value={day}
          error={isTried ? errors.day : undefined}
          onChange={({ target }) => setDay(target.value)}
        />
      )}
      <SwitchField label="Protect with a password" isOn={isProtected} onChange={setProtected} />
      {isProtected && (
        <PasswordField
          label={link?.hasPassword ? 'New password' : 'Password'}
          autoComplete="new-password"
          hint={link?.hasPassword ? 'Leave empty to keep the current password.' : 'Send the password separately from the link.'}
          value={password}
          error={isTried ? errors.password : undefined}
          onChange={({ target }) => setPassword(target.value)}
        />
      )}
      <SwitchField label="Allow downloads of original files" isOn={allowsDownload} onChange={setAllowsDownload} />
    </FormDialog>
  );
}

const getCurrentExpiryLabel = ({ expiresAt, hasExpired }: AlbumLink): string => {
  if (expiresAt === null) return 'Never (current)';
  return `${hasExpired ? 'Expired' : 'On'} ${formatDate(expiresAt)} (current)`;
};

/** As a date field has it, by the clock here. */
const localDay = (date: Date): string =>
  [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, '0')).join('-');
