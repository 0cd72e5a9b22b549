import { useQuery } from '@tanstack/react-query';
import type { User } from '@vitrine/contract/accounts';
import type { Album, Permission } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { useState } from 'react';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { CloseIcon } from '../../../ui/icons.tsx';
import { SuggestField } from '../../../ui/suggest-field.tsx';
import { EmailText } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { ErrorWithUpgrade } from '../../accounts/parts/plan-usage.tsx';
import { emailSearchOptions, useShareAlbum } from '../api/sharing.ts';
import {
  addEntry,
  createSharingDraft,
  getShareError,
  getSharingChanges,
  removeEntry,
  type SharingDraft,
  type SharingEntry,
  setEntryPermission,
} from '../sharing-draft.ts';
import { AlbumLinks } from './album-links.tsx';
import styles from './share-album-dialog.module.css';

interface ShareAlbumDialogProps {
  album?: Album;
  isOpen: boolean;
  onClose: () => void;
}

/** The form is remounted each time the dialog opens, so that it starts with the current album. */
export function ShareAlbumDialog({ album, isOpen: isRequested, onClose }: ShareAlbumDialogProps) {
  const { userId } = useAccountInView();
  const owner = useQuery(userOptions(userId)).data;
  if (!album) return null;
  const isOpen = isRequested && owner !== undefined;
  return <ShareForm key={isOpen ? album._id : 'closed'} album={album} owner={owner ?? UNKNOWN_OWNER} isOpen={isOpen} onClose={onClose} />;
}

/** Placeholder until the owner is loaded. The dialog stays closed until then. */
const UNKNOWN_OWNER = { name: '', email: '', profilePicture: null };

interface ShareFormProps extends ShareAlbumDialogProps {
  album: Album;
  owner: Pick<User, 'name' | 'email' | 'profilePicture'>;
}

function ShareForm({ album, owner, isOpen, onClose }: ShareFormProps) {
  const [draft, setDraft] = useState<SharingDraft>(() => createSharingDraft(album));
  const changes = getSharingChanges(draft, album);
  const isChanged = changes.shares.length > 0 || changes.removed.length > 0;
  const save = useShareAlbum(album._id, {
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onClose();
    },
  });
  const onSubmit = (event: React.FormEvent) => {
    event.preventDefault();
    if (isChanged) save.mutate(changes);
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={`Share “${album.name}”`}
      description="People you add get an invitation. They can see the album once they accept."
      submitLabel="Share"
      isSubmitting={save.isPending}
      isSubmitDisabled={!isChanged}
      failure={save.error && <ErrorWithUpgrade error={save.error} />}
      onSubmit={onSubmit}
    >
      <AddPerson draft={draft} ownEmail={owner.email} onAdd={(email, permission) => setDraft(addEntry(draft, email, permission))} />
      <ul className={styles.people} aria-label="People with access">
        <li className={styles.person}>
          <Avatar name={owner.name} size={36} {...getAvatarPicture(owner.profilePicture, 85)} />
          <span className={styles.words}>
            <span className={styles.name}>{owner.name}</span>
            <span className={styles.note}>
              <EmailText email={owner.email} />
            </span>
          </span>
          <span className={styles.role}>Owner</span>
        </li>
        {draft.entries.map((entry) => (
          <MemberRow
            key={entry.id}
            entry={entry}
            onPermission={(permission) => setDraft(setEntryPermission(draft, entry.id, permission))}
            onRemove={() => setDraft(removeEntry(draft, entry.id))}
          />
        ))}
      </ul>
      {isOpen && <AlbumLinks albumId={album._id} />}
    </FormDialog>
  );
}

interface AddPersonProps {
  draft: SharingDraft;
  ownEmail: string;
  onAdd: (email: string, permission: Permission) => void;
}

function AddPerson({ draft, ownEmail, onAdd }: AddPersonProps) {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [permission, setPermission] = useState<Permission>('read');
  const found = useQuery(emailSearchOptions(useDebounced(text.trim().toLowerCase(), 200)));
  const known = new Set(draft.entries.map(({ email }) => email));
  const isSearched = text.trim().length >= LIMITS.emailSearchMin;
  const suggestions = isSearched ? (found.data ?? []).map(({ email }) => email).filter((email) => !known.has(email)) : [];
  const add = (address: string) => {
    const email = address.trim().toLowerCase();
    const shareError = email === '' ? undefined : getShareError(draft, email, ownEmail);
    setError(shareError);
    if (email === '' || shareError) return;
    onAdd(email, permission);
    setText('');
  };
  return (
    <div className={styles.add}>
      <SuggestField
        label="Add people by email"
        placeholder="name@example.com"
        value={text}
        onChange={(next) => {
          setText(next);
          setError(undefined);
        }}
        suggestions={suggestions}
        onCommit={add}
        error={error}
      />
      <PermissionSelect label="Permission" value={permission} onChange={setPermission} />
      <Button className={styles.addButton} disabled={text.trim() === ''} onClick={() => add(text)}>
        Add
      </Button>
    </div>
  );
}

const MEMBER_STATE_LABELS: Record<SharingEntry['is'], string> = {
  member: 'Group Member',
  invited: 'Invited',
  waiting: 'Invited by email, no account yet',
  new: 'Not invited yet',
};

interface PersonProps {
  entry: SharingEntry;
  onPermission: (permission: Permission) => void;
  onRemove: () => void;
}

function MemberRow({ entry, onPermission, onRemove }: PersonProps) {
  const name = entry.name ?? entry.email;
  return (
    <li className={styles.person}>
      <Avatar name={name} size={36} {...getAvatarPicture(entry.pictureKey ? { key: entry.pictureKey } : null, 85)} />
      <span className={styles.words}>
        <span className={styles.name}>{entry.name ?? <EmailText email={entry.email} />}</span>
        <span className={styles.note}>
          {MEMBER_STATE_LABELS[entry.is]}
          {entry.name && (
            <>
              {' · '}
              <EmailText email={entry.email} />
            </>
          )}
        </span>
      </span>
      <PermissionSelect label={`Permission for ${name}`} value={entry.permission} onChange={onPermission} />
      <IconButton label={`Remove ${name}`} icon={<CloseIcon size={18} />} onClick={onRemove} />
    </li>
  );
}

interface PermissionSelectProps {
  label: string;
  value: Permission;
  onChange: (value: Permission) => void;
}

function PermissionSelect({ label, value, onChange }: PermissionSelectProps) {
  return (
    <select className={styles.permission} aria-label={label} value={value} onChange={(event) => onChange(event.target.value as Permission)}>
      <option value="read">can view</option>
      <option value="write">can edit</option>
    </select>
  );
}
