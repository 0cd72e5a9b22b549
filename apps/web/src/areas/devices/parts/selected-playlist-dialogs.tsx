import { useQuery } from '@tanstack/react-query';
import type { DevicesPlaylist } from '@vitrine/contract/bulk-publishes';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { toast } from '../../../ui/toast-store.ts';
import {
  devicesPlaylistsOptions,
  useRemovePublishes,
  useRestorePublishes,
  useSchedulePublishes,
} from '../../publishing/api/bulk-publishes.ts';
import { createSelection } from '../../publishing/device-selection.ts';
import { ChangePreview } from '../../publishing/parts/change-preview.tsx';
import { getToday, ScheduleFields, useScheduleForm } from '../../publishing/parts/schedule-form.tsx';
import { countRemovable, describeRemoval, describeScheduling, getPublishResult } from '../bulk-publish-messages.ts';
import type { BulkResult } from '../bulk-result-messages.ts';

interface SelectedPlaylistDialogProps {
  deviceIds: readonly string[];
  onClose: () => void;
}

interface PlaylistDialogProps extends SelectedPlaylistDialogProps {
  title: string;
  children: (playlists: readonly DevicesPlaylist[]) => ReactNode;
}

/** Loads the playlists of the selected devices before a dialog offers them. */
function PlaylistDialog({ deviceIds, onClose, title, children }: PlaylistDialogProps) {
  const playlists = useQuery(devicesPlaylistsOptions(deviceIds));
  if (playlists.data && playlists.data.length > 0) return children(playlists.data);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={title}
      footer={
        <Button kind="quiet" onClick={onClose}>
          Close
        </Button>
      }
    >
      {playlists.isPending && <Skeleton style={{ height: 120 }} />}
      {playlists.isLoadingError && <LoadFailure message={getErrorMessage(playlists.error)} onRetry={() => void playlists.refetch()} />}
      {playlists.data && <p>Nothing is published on the selected devices.</p>}
    </Dialog>
  );
}

interface PlaylistFieldProps {
  playlists: readonly DevicesPlaylist[];
  value: string;
  onChange: (id: string) => void;
}

const PlaylistField = ({ playlists, value, onChange }: PlaylistFieldProps) => (
  <SelectField
    label="Playlist"
    value={value}
    placeholder="Choose a playlist"
    options={playlists.map(({ _id, name, devices }) => ({ value: _id, label: `${name} (${formatCount(devices, 'device')})` }))}
    onChange={({ target }) => onChange(target.value)}
  />
);

interface RemovePlaylistDialogProps extends SelectedPlaylistDialogProps {
  /** Called with the result, and with a function that restores the playlist where it was removed. */
  onDone: (result: BulkResult, undo?: () => void) => void;
}

/** Removes one playlist from all selected devices that have it. */
export const RemovePlaylistDialog = (props: RemovePlaylistDialogProps) => (
  <PlaylistDialog {...props} title={`Remove a playlist from ${formatCount(props.deviceIds.length, 'device')}`}>
    {(playlists) => <RemovePlaylistForm {...props} playlists={playlists} />}
  </PlaylistDialog>
);

function RemovePlaylistForm({
  deviceIds,
  onClose,
  onDone,
  playlists,
}: RemovePlaylistDialogProps & { playlists: readonly DevicesPlaylist[] }) {
  const [chosenId, setChosenId] = useState('');
  const chosen = playlists.find(({ _id }) => _id === chosenId);
  const restore = useRestorePublishes({
    onSuccess: ({ restored }) => toast.success(`Restored on ${formatCount(restored, 'device')}.`),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const remove = useRemovePublishes(deviceIds, {
    onSuccess: ({ removalId, ...outcomes }) =>
      onDone(
        getPublishResult((count) => `“${chosen?.name ?? ''}” removed from ${count}`, outcomes),
        removalId === null ? undefined : () => restore.mutate(removalId),
      ),
  });
  const count = chosen ? countRemovable(chosen) : 0;
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Remove a playlist from ${formatCount(deviceIds.length, 'device')}`}
      submitLabel={count > 0 ? `Remove from ${formatCount(count, 'device')}` : 'Remove'}
      isSubmitting={remove.isPending}
      isSubmitDisabled={count === 0}
      isDanger
      failure={remove.error && getErrorMessage(remove.error)}
      onSubmit={(event) => {
        event.preventDefault();
        remove.mutate(chosenId);
      }}
    >
      <PlaylistField playlists={playlists} value={chosenId} onChange={setChosenId} />
      <p aria-live="polite">{chosen && describeRemoval(chosen, deviceIds.length)}</p>
    </FormDialog>
  );
}

interface SchedulePlaylistDialogProps extends SelectedPlaylistDialogProps {
  onDone: (result: BulkResult) => void;
}

/** Schedules one playlist on all selected devices that have it. */
export const SchedulePlaylistDialog = (props: SchedulePlaylistDialogProps) => (
  <PlaylistDialog {...props} title={`Schedule a playlist on ${formatCount(props.deviceIds.length, 'device')}`}>
    {(playlists) => <SchedulePlaylistForm {...props} playlists={playlists} />}
  </PlaylistDialog>
);

function SchedulePlaylistForm({
  deviceIds,
  onClose,
  onDone,
  playlists,
}: SchedulePlaylistDialogProps & { playlists: readonly DevicesPlaylist[] }) {
  const [chosenId, setChosenId] = useState('');
  const chosen = playlists.find(({ _id }) => _id === chosenId);
  const [today] = useState(getToday);
  const [stamp] = useState(() => createSelection(deviceIds).stamp);
  const form = useScheduleForm(today, null);
  const save = useSchedulePublishes(deviceIds, {
    onSuccess: (outcomes) => onDone(getPublishResult((count) => `“${chosen?.name ?? ''}” scheduled on ${count}`, outcomes)),
  });
  return (
    <FormDialog
      isOpen
      onClose={onClose}
      title={`Schedule a playlist on ${formatCount(deviceIds.length, 'device')}`}
      submitLabel={chosen ? `Schedule on ${formatCount(chosen.devices, 'device')}` : 'Schedule'}
      isSubmitting={save.isPending}
      isSubmitDisabled={chosen === undefined || form.schedule === null}
      failure={save.error && getErrorMessage(save.error)}
      onSubmit={form.form.handleSubmit(() => form.schedule && save.mutate({ playlistId: chosenId, ...form.schedule }))}
    >
      <PlaylistField playlists={playlists} value={chosenId} onChange={setChosenId} />
      <ScheduleFields form={form} />
      <p aria-live="polite">{chosen && describeScheduling(chosen, deviceIds.length)}</p>
      <ChangePreview
        request={
          chosen && form.schedule
            ? { action: 'schedule', playlistId: chosen._id, schedule: form.schedule, targets: { deviceId: deviceIds }, stamp }
            : null
        }
      />
    </FormDialog>
  );
}
