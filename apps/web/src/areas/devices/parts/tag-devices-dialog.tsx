import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { deviceTagsOptions, useTagDevices } from '../api/bulk-devices.ts';
import { type BulkResult, getBulkResult } from '../bulk-result-messages.ts';
import { TagField } from './tags.tsx';

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
