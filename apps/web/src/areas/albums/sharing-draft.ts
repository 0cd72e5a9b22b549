import type { Album, Permission } from '@vitrine/contract/albums';
import { isEmailAddress } from '@vitrine/contract/email-address';
import { alreadyAddedMessage, invalidEmailMessage, MESSAGES } from '@vitrine/contract/messages';
import type { AlbumShare } from './api/sharing.ts';

/** Person with whom an album is or will be shared. */
export interface SharingEntry {
  /** Id of the account, or the address of a person without one. */
  id: string;
  email: string;
  name?: string;
  pictureKey?: string;
  permission: Permission;
  is: 'member' | 'invited' | 'waiting' | 'new';
}

/** Pending changes of the share dialog, compared with the current state. */
export interface SharingDraft {
  entries: readonly SharingEntry[];
  removed: readonly string[];
}

export function createSharingDraft(album: Album): SharingDraft {
  const members = album.sharedWith.map(
    ({ userId, userEmail, name, permission, profilePicture, accepted }): SharingEntry => ({
      id: userId,
      email: userEmail,
      name,
      pictureKey: profilePicture?.key,
      permission,
      is: accepted ? 'member' : 'invited',
    }),
  );
  const waiting = album.notRegisterUser.map(({ email, permission }): SharingEntry => ({ id: email, email, permission, is: 'waiting' }));
  return { entries: [...members, ...waiting], removed: [] };
}

/** Why this address cannot be added, in the specification's words; undefined when it can. */
export function getShareError(draft: SharingDraft, email: string, ownEmail: string): string | undefined {
  if (!isEmailAddress(email)) return invalidEmailMessage(email);
  if (email === ownEmail.toLowerCase()) return MESSAGES.shareWithYourself;
  return draft.entries.some((entry) => entry.email.toLowerCase() === email) ? alreadyAddedMessage(email) : undefined;
}

export const addEntry = (draft: SharingDraft, email: string, permission: Permission): SharingDraft => ({
  entries: [...draft.entries, { id: email, email, permission, is: 'new' }],
  removed: draft.removed.filter((id) => id !== email),
});

export const setEntryPermission = (draft: SharingDraft, id: string, permission: Permission): SharingDraft => ({
  ...draft,
  entries: draft.entries.map((entry) => (entry.id === id ? { ...entry, permission } : entry)),
});

export function removeEntry(draft: SharingDraft, id: string): SharingDraft {
  const gone = draft.entries.find((entry) => entry.id === id);
  return {
    entries: draft.entries.filter((entry) => entry.id !== id),
    removed: gone?.is === 'new' ? draft.removed : [...draft.removed, id],
  };
}

/** Only what is new or has another permission than before. */
export function getSharingChanges(draft: SharingDraft, album: Album): { shares: AlbumShare[]; removed: readonly string[] } {
  const before = new Map(createSharingDraft(album).entries.map((entry) => [entry.id, entry.permission]));
  const changed = draft.entries.filter((entry) => before.get(entry.id) !== entry.permission);
  return { shares: changed.map(({ email, permission }) => ({ email, permission })), removed: draft.removed };
}
