import { useQuery, useQueryClient } from '@tanstack/react-query';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { LIMITS } from '@vitrine/contract/limits';
import type { Organisation, OrganisationInvitation, OrganisationMember } from '@vitrine/contract/organisations';
import { type FormEvent, useRef, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { MailIcon } from '../../../ui/app-icons.tsx';
import { Avatar } from '../../../ui/avatar.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { type MultiSelectChoice, MultiSelectField } from '../../../ui/multi-select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { knownPeopleOptions, personByEmailOptions } from '../api/families.ts';
import { useAddMembers } from '../api/family-mutations.ts';
import { countFreePlaces, getMembersAddedMessage, openInvitations } from '../family-labels.ts';
import {
  type Candidate,
  findCandidates,
  getPresentEmails,
  isEmailAddress,
  normalizeEmail,
  resolveCandidate,
} from '../member-candidates.ts';
import styles from './family-dialogs.module.css';

interface AddMembersDialogProps {
  family: Organisation;
  /** All members, including the owner. */
  members: readonly OrganisationMember[];
  invitations: readonly OrganisationInvitation[];
  isOpen: boolean;
  onClose: () => void;
}

/** The form is remounted each time the dialog opens, so that closing it discards the selection (specification 3 §2). */
export function AddMembersDialog(props: AddMembersDialogProps) {
  return <AddMembersForm key={props.isOpen ? 'open' : 'closed'} {...props} />;
}

function AddMembersForm({ family, members, invitations, isOpen, onClose }: AddMembersDialogProps) {
  const free = countFreePlaces(family, invitations);
  const picks = useCandidatePicks({ present: getPresentEmails(members, openInvitations(invitations)), free, isOpen });
  const add = useAddMembers(family.id, {
    onSuccess: ({ result }) => {
      toast.success(getMembersAddedMessage(result));
      onClose();
    },
  });
  const onSubmit = async (event: FormEvent) => {
    event.preventDefault();
    // A typed address counts even without Enter.
    const picked = await picks.commit(picks.text);
    if (picked && picked.length > 0) add.mutate(picked.map(({ email }) => email));
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title="Add Members"
      description="Members can view, add and change everything that belongs to the family. Content in their own accounts stays private. People who were in a family of yours before must accept an invitation first."
      submitLabel="Save"
      isSubmitting={add.isPending || picks.isBusy}
      isSubmitDisabled={picks.picked.length === 0 && picks.text.trim() === ''}
      failure={add.error && getErrorMessage(add.error)}
      closesOutside={false}
      onSubmit={(event) => void onSubmit(event)}
    >
      <MultiSelectField
        label="Add Members"
        placeholder="Name or email"
        text={picks.text}
        onTextChange={picks.write}
        picked={picks.picked.map(toCandidateChoice)}
        onPick={picks.pick}
        onRemove={picks.remove}
        offers={picks.offers.map(toCandidateChoice)}
        emptyText={picks.isLooking ? 'Searching…' : BUSINESS_MESSAGES.noUser}
        onCommit={(text) => void picks.commit(text)}
        isBusy={picks.isBusy}
        error={picks.error}
        hint={`You can add ${formatCount(free - picks.picked.length, 'more person', 'more people')}.`}
      />
      {picks.picked.some(({ name }) => name === undefined) && (
        <p className={styles.invited}>
          <MailIcon size={18} />
          People without an account get an email invitation and join when they sign up.
        </p>
      )}
    </FormDialog>
  );
}

const AVATAR_PX = 32;

function toCandidateChoice({ email, name, pictureKey, refusal }: Candidate): MultiSelectChoice {
  const picture = name ? (
    <Avatar name={name} size={AVATAR_PX} {...getAvatarPicture(pictureKey ? { key: pictureKey } : null, AVATAR_PX)} />
  ) : (
    <span className={styles.mail}>
      <MailIcon size={18} />
    </span>
  );
  const note = refusal ?? (name ? email : 'No account yet. Invite by email.');
  return { id: normalizeEmail(email), label: name ?? email, note, picture, isDisabled: refusal !== undefined };
}

interface CandidatePicksOptions {
  present: ReadonlyMap<string, string>;
  free: number;
  isOpen: boolean;
}

function useCandidatePicks({ present, free, isOpen }: CandidatePicksOptions) {
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const [lookups, setLookups] = useState(0);
  const [picked, setPicked] = useState<readonly Candidate[]>([]);
  // Lookups that finish while the user types must see the latest selection.
  const latest = useRef(picked);
  const people = useQuery({ ...knownPeopleOptions, enabled: isOpen });
  const known = people.data ?? [];
  const address = normalizeEmail(text);
  const debouncedAddress = useDebounced(isEmailAddress(address) ? address : '', LIMITS.searchDebounceMs);
  const person = useQuery(personByEmailOptions(debouncedAddress));
  const found = debouncedAddress === address ? person.data : undefined;
  const offers = findCandidates({ text, known, found, present, picked });

  const setAll = (next: readonly Candidate[]) => {
    latest.current = next;
    setPicked(next);
  };

  /** Adds a candidate to the selection. Returns false and sets the error when that is refused. */
  const addCandidate = (candidate: Candidate): boolean => {
    const before = latest.current;
    const isPicked = before.some(({ email }) => normalizeEmail(email) === normalizeEmail(candidate.email));
    const refusal = candidate.refusal ?? (!isPicked && before.length >= free ? BUSINESS_MESSAGES.memberLimit : undefined);
    setError(refusal);
    if (refusal) return false;
    if (!isPicked) setAll([...before, candidate]);
    return true;
  };

  /** Looks up and adds one address. A refused address returns to the field, unless the user is typing the next one. */
  const commitAddress = async (part: string): Promise<boolean> => {
    setLookups((count) => count + 1);
    try {
      const find = (email: string) => client.fetchQuery(personByEmailOptions(email));
      if (addCandidate(await resolveCandidate(part, { known, present }, find))) return true;
    } catch (failure) {
      setError(getErrorMessage(failure));
    } finally {
      setLookups((count) => count - 1);
    }
    setText((now) => now || part);
    return false;
  };

  /** Adds each address of the text in turn. Returns the selection, or undefined when one is refused. */
  const commit = async (addresses: string): Promise<readonly Candidate[] | undefined> => {
    setText('');
    for (const part of addresses.split(/[,;\s]+/).filter(Boolean)) if (!(await commitAddress(part))) return undefined;
    return latest.current;
  };

  return {
    text,
    picked,
    offers,
    error,
    isBusy: lookups > 0,
    isLooking: people.isPending || (isEmailAddress(address) && found === undefined && !person.isError),
    commit,
    write: (next: string) => {
      setText(next);
      setError(undefined);
      // A separator after an address means that several addresses were pasted.
      if (next.includes('@') && /[,;\s]\S/.test(next)) void commit(next);
    },
    pick: (id: string) => {
      const candidate = offers.find(({ email }) => normalizeEmail(email) === id);
      if (candidate && addCandidate(candidate)) setText('');
    },
    remove: (id: string) => {
      setError(undefined);
      setAll(latest.current.filter(({ email }) => normalizeEmail(email) !== id));
    },
  };
}
