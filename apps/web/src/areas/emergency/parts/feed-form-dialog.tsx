import { CAP_FEED_LIMITS, type CapFeed, createCapFeedBody, type EditCapFeed, editCapFeedBody } from '@vitrine/contract/cap-feeds';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useSaveFeed } from '../api/cap-feeds.ts';
import { SignatureFields } from './signature-fields.tsx';

interface FeedFormDialogProps {
  isOpen: boolean;
  onClose: () => void;
  /** The feed to edit; undefined for a new one. */
  feed?: CapFeed | undefined;
}

type Draft = Required<EditCapFeed>;

const EMPTY: Draft = { name: '', address: '', intervalMinutes: 5, hasDrills: false, trustedKeys: null };
const INTERVALS = [1, 2, 5, 10, 15, 30, 60];

/** Adds a CAP feed or edits one. */
export const FeedFormDialog = (props: FeedFormDialogProps) => (
  <FeedForm key={props.isOpen ? (props.feed?._id ?? 'new') : 'closed'} {...props} />
);

const toDraft = ({ name, address, intervalMinutes, hasDrills, trustedKeys }: CapFeed): Draft => ({
  name,
  address: address ?? '',
  intervalMinutes,
  hasDrills,
  trustedKeys,
});

const listIntervals = (minutes: number) =>
  [...new Set([...INTERVALS, minutes])]
    .sort((one, other) => one - other)
    .map((value) => ({ value: String(value), label: `Every ${value === 1 ? 'minute' : formatCount(value, 'minute')}` }));

function FeedForm({ isOpen, onClose, feed }: FeedFormDialogProps) {
  const [draft, setDraft] = useState<Draft>(() => (feed ? toDraft(feed) : EMPTY));
  const [isTried, setTried] = useState(false);
  const save = useSaveFeed({
    onSuccess: ({ name }) => {
      toast.success(`“${name}” was saved. Its alerts are being fetched.`);
      onClose();
    },
  });
  const change = (fields: Partial<Draft>) => setDraft({ ...draft, ...fields });
  // Staff who view the account do not see the address, which then stays.
  const content = { ...draft, address: draft.address === '' && feed?.address === null ? undefined : draft.address };
  const issues = (feed ? editCapFeedBody : createCapFeedBody).safeParse(content).error?.issues ?? [];
  const errorOf = (name: keyof Draft) => (isTried ? issues.find(({ path }) => path[0] === name)?.message : undefined);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setTried(true);
    if (issues.length === 0) return save.mutate({ feedId: feed?._id, content });
    const form = event.currentTarget;
    requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus());
  };
  return (
    <FormDialog
      isOpen={isOpen}
      onClose={onClose}
      title={feed ? 'Edit feed' : 'Add feed'}
      size="medium"
      submitLabel={feed ? 'Save' : 'Add feed'}
      isSubmitting={save.isPending}
      failure={save.error ? getErrorMessage(save.error) : undefined}
      onSubmit={submit}
    >
      <Stack gap={4}>
        <TextField
          label="Name"
          required
          value={draft.name}
          maxLength={CAP_FEED_LIMITS.name}
          error={errorOf('name')}
          onChange={({ target }) => change({ name: target.value })}
        />
        <TextField
          label="Address"
          required
          type="url"
          inputMode="url"
          value={draft.address}
          maxLength={CAP_FEED_LIMITS.address}
          hint="A feed (Atom or RSS) of CAP alerts, or one CAP alert."
          error={errorOf('address')}
          onChange={({ target }) => change({ address: target.value })}
        />
        <SelectField
          label="Fetch"
          value={String(draft.intervalMinutes)}
          options={listIntervals(draft.intervalMinutes)}
          onChange={({ target }) => change({ intervalMinutes: Number(target.value) })}
        />
        <SwitchField label="Show exercises and tests as drills" isOn={draft.hasDrills} onChange={(hasDrills) => change({ hasDrills })} />
        <SignatureFields
          trustedKeys={draft.trustedKeys}
          onChange={(trustedKeys) => change({ trustedKeys })}
          error={errorOf('trustedKeys')}
        />
      </Stack>
    </FormDialog>
  );
}
