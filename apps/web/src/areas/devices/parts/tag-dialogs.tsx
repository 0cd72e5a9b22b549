import { zodResolver } from '@hookform/resolvers/zod';
import { useQuery } from '@tanstack/react-query';
import { type DeviceTag, renameTagBody } from '@vitrine/contract/device-tags';
import { useState } from 'react';
import { useForm, useWatch } from 'react-hook-form';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { CalendarIcon, ClockIcon, PencilIcon, TagIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { TagCalendarDialog } from '../../publishing/parts/tag-calendar-dialog.tsx';
import { deviceTagsOptions, useDeleteTag, useRenameTag, useTagDevices } from '../api/bulk-devices.ts';
import { type BulkResult, getBulkResult } from '../bulk-result-messages.ts';
import { TagHoursDialog } from './operating-hours-dialog.tsx';
import styles from './tags.module.css';
import { TagField } from './tags.tsx';

interface ManageTagsDialogProps {
  isOpen: boolean;
  onClose: () => void;
  scope: OwnerScope;
}

/** All tags, to be renamed or removed on every device that has them. */
export const ManageTagsDialog = ({ isOpen, onClose, scope }: ManageTagsDialogProps) => (
  <Dialog isOpen={isOpen} onClose={onClose} title="Tags" description="Changes apply to every device with the tag.">
    <TagEntries scope={scope} />
  </Dialog>
);

function TagEntries({ scope }: { scope: OwnerScope }) {
  const tags = useQuery(deviceTagsOptions(scope));
  const [edited, setEdited] = useState<string>();
  const [removed, setRemoved] = useState<DeviceTag>();
  const [planned, setPlanned] = useState<DeviceTag>();
  const [scheduled, setScheduled] = useState<DeviceTag>();
  if (tags.isPending) return <Skeleton style={{ height: 120 }} />;
  if (tags.isLoadingError) return <LoadFailure message={getErrorMessage(tags.error)} onRetry={() => void tags.refetch()} />;
  if (tags.data.length === 0) {
    return (
      <EmptyState icon={<TagIcon size={26} />} title="No tags yet">
        Select devices and choose Tag, or open a device and add a tag.
      </EmptyState>
    );
  }
  return (
    <>
      <ul className={styles.entries} aria-label="Tags">
        {tags.data.map((tag) => (
          <li key={tag._id}>
            {edited === tag._id ? (
              <RenameForm tag={tag} others={tags.data} onClose={() => setEdited(undefined)} />
            ) : (
              <>
                <span className={styles.name}>{tag.name}</span>
                <FamilyBadge of={tag} isOnPicture={false} />
                <Text as="span" tone="soft" size="sm">
                  {formatCount(tag.devices, 'device')}
                </Text>
                <IconButton label={`Calendar of ${tag.name}`} icon={<CalendarIcon size={18} />} onClick={() => setPlanned(tag)} />
                <IconButton label={`Operating hours of ${tag.name}`} icon={<ClockIcon size={18} />} onClick={() => setScheduled(tag)} />
                <IconButton label={`Rename ${tag.name}`} icon={<PencilIcon size={18} />} onClick={() => setEdited(tag._id)} />
                <IconButton label={`Remove ${tag.name}`} icon={<TrashIcon size={18} />} onClick={() => setRemoved(tag)} />
              </>
            )}
          </li>
        ))}
      </ul>
      {planned && <TagCalendarDialog tag={planned} onClose={() => setPlanned(undefined)} />}
      {scheduled && <TagHoursDialog tag={scheduled} onClose={() => setScheduled(undefined)} />}
      {removed && <RemoveTagDialog tag={removed} onClose={() => setRemoved(undefined)} />}
    </>
  );
}

function RenameForm({ tag, others, onClose }: { tag: DeviceTag; others: readonly DeviceTag[]; onClose: () => void }) {
  const { register, handleSubmit, formState, control } = useForm({
    resolver: zodResolver(renameTagBody),
    mode: 'onTouched',
    defaultValues: { name: tag.name },
  });
  const rename = useRenameTag({
    onSuccess: ({ message }) => {
      if (message) toast.success(message);
      onClose();
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const written = useWatch({ control, name: 'name' }).trim().toLowerCase();
  const same = others.find(({ _id, orgId, name }) => _id !== tag._id && orgId === tag.orgId && name.toLowerCase() === written);
  return (
    <form className={styles.form} noValidate onSubmit={handleSubmit(({ name }) => rename.mutate({ id: tag._id, name }))}>
      <TextField
        label="Name"
        autoComplete="off"
        error={formState.errors.name?.message}
        hint={same && `“${same.name}” already exists. The two tags will be merged.`}
        {...register('name')}
      />
      <Button kind="quiet" onClick={onClose}>
        Cancel
      </Button>
      <Button kind="primary" type="submit" isLoading={rename.isPending}>
        Save
      </Button>
    </form>
  );
}

function RemoveTagDialog({ tag, onClose }: { tag: DeviceTag; onClose: () => void }) {
  const remove = useDeleteTag({
    ...messageToasts,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => remove.mutate(tag._id)}
      title={`Remove the tag “${tag.name}”?`}
      consequence={
        tag.devices > 0
          ? `The tag will be removed from ${formatCount(tag.devices, 'device')}, which no longer show playlists that are published to it. The ${tag.devices === 1 ? 'device isn’t' : 'devices aren’t'} deleted.`
          : 'No devices have this tag.'
      }
      confirmLabel="Remove tag"
      isBusy={remove.isPending}
    />
  );
}

interface TagDevicesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  deviceIds: readonly string[];
  scope: OwnerScope;
  onDone: (said: BulkResult) => void;
}

export const TagDevicesDialog = (props: TagDevicesDialogProps) => (props.isOpen ? <TagDevicesForm {...props} /> : null);

function TagDevicesForm({ onClose, deviceIds, scope, onDone }: TagDevicesDialogProps) {
  const known = useQuery(deviceTagsOptions(scope)).data ?? [];
  const [add, setAdd] = useState<string[]>([]);
  const [remove, setRemove] = useState<string[]>([]);
  const change = useTagDevices({ onSuccess: (outcomes) => onDone(getBulkResult((count) => `${count} tagged`, outcomes)) });
  const without = (names: string[], name: string) => names.filter((other) => other !== name);
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Tag ${formatCount(deviceIds.length, 'device')}`}
      submitLabel="Save"
      isSubmitting={change.isPending}
      isSubmitDisabled={add.length + remove.length === 0}
      failure={change.error && getErrorMessage(change.error)}
      onSubmit={(event) => {
        event.preventDefault();
        change.mutate({ deviceIds, add, remove });
      }}
    >
      <TagField
        label="Add tags"
        picked={add}
        known={known}
        onPick={(name) => setAdd((before) => [...before, name])}
        onRemove={(name) => setAdd((before) => without(before, name))}
        hint="Press Enter or comma after each tag."
      />
      <TagField
        label="Remove tags"
        picked={remove}
        known={known}
        onPick={(name) => setRemove((before) => [...before, name])}
        onRemove={(name) => setRemove((before) => without(before, name))}
        isClosed
      />
    </FormDialog>
  );
}
