import type { Playlist } from '@vitrine/contract/playlists';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import type { IdSelection } from '../../../lib/use-id-selection.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { type AccountInView, useAccountInView } from '../../accounts/account-in-view.ts';
import { ChoosePlaylistDialog } from '../../playlists/parts/playlist-picker.tsx';
import { PublishDialog } from '../../publishing/parts/publish-dialog.tsx';
import { type FamilyDevices, useDeleteDevices } from '../api/bulk-devices.ts';
import { type BulkResult, getBulkResult } from '../bulk-result-messages.ts';
import { BulkSettingsDialog } from './bulk-settings-dialog.tsx';
import { MoveDevicesDialog } from './move-devices-dialog.tsx';
import { RemovePlaylistDialog, SchedulePlaylistDialog } from './selected-playlist-dialogs.tsx';
import { ShareAfterMove } from './share-with-family.tsx';
import { ManageTagsDialog, TagDevicesDialog } from './tag-dialogs.tsx';

export const toastBulkResult = ({ text, isWhole }: BulkResult): void => void (isWhole ? toast.success(text) : toast.warning(text));

/** Shows the result of a change that can be undone. */
const toastUndoableResult = ({ text }: BulkResult, undo: () => void): void =>
  void toast.success(text, { action: { label: 'Undo', onSelect: undo } });

/** Dialogs about the selected devices. None is open without a selection. */
export function BulkDeviceDialogs({ selection }: { selection: IdSelection }) {
  const account = useAccountInView();
  const { dialog, close } = useDialog();
  const [moved, setMoved] = useState<FamilyDevices>();
  const ids = selection.inOrder();
  const isUp = (name: string) => dialog === name && ids.length > 0;
  const done = (said: BulkResult) => {
    toastBulkResult(said);
    close();
  };
  return (
    <>
      <ManageTagsDialog isOpen={dialog === 'tags'} onClose={close} scope={account} />
      <TagDevicesDialog isOpen={isUp('tagSelected')} onClose={close} deviceIds={ids} scope={account} onDone={done} />
      <MoveDevicesDialog
        isOpen={isUp('moveSelected')}
        onClose={close}
        deviceIds={ids}
        account={account}
        onDone={(said, orgId) => {
          setMoved(orgId === null ? undefined : { orgId, deviceIds: ids });
          selection.clear();
          done(said);
        }}
      />
      {moved && dialog === undefined && <ShareAfterMove moved={moved} onClose={() => setMoved(undefined)} />}
      <DeleteDevicesDialog
        isOpen={isUp('deleteSelected')}
        onClose={close}
        deviceIds={ids}
        onDone={(said) => {
          selection.clear();
          done(said);
        }}
      />
      {isUp('scheduleSelected') && <SchedulePlaylistDialog deviceIds={ids} onClose={close} onDone={done} />}
      {isUp('removeSelected') && (
        <RemovePlaylistDialog
          deviceIds={ids}
          onClose={close}
          onDone={(result, undo) => {
            if (!undo) return done(result);
            toastUndoableResult(result, undo);
            close();
          }}
        />
      )}
      {isUp('settingsSelected') && (
        <BulkSettingsDialog
          deviceIds={ids}
          onClose={close}
          onDone={(result, undo) => {
            if (!undo) return done(result);
            toastUndoableResult(result, undo);
            close();
          }}
        />
      )}
      {isUp('publishSelected') && <PublishSelected ids={ids} account={account} onClose={close} />}
    </>
  );
}

/** First what, then where: the dialog that publishes comes with the devices chosen. */
function PublishSelected({ ids, account, onClose }: { ids: string[]; account: AccountInView; onClose: () => void }) {
  const [playlist, setPlaylist] = useState<Playlist>();
  if (playlist) return <PublishDialog isOpen onClose={onClose} playlist={playlist} scope={account} chosen={ids} />;
  return (
    <ChoosePlaylistDialog
      isOpen
      onClose={onClose}
      title={`Publish to ${formatCount(ids.length, 'device')}`}
      scope={account}
      onChoose={setPlaylist}
    />
  );
}

interface DeleteDevicesDialogProps {
  isOpen: boolean;
  onClose: () => void;
  deviceIds: readonly string[];
  onDone: (said: BulkResult) => void;
}

function DeleteDevicesDialog({ isOpen, onClose, deviceIds, onDone }: DeleteDevicesDialogProps) {
  const remove = useDeleteDevices({
    onSuccess: (outcomes) => onDone(getBulkResult((count) => `${count} deleted`, outcomes)),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const count = formatCount(deviceIds.length, 'device');
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => !remove.isPending && remove.mutate(deviceIds)}
      title={`Delete ${count}?`}
      consequence="The screens stop showing your playlists. You can add them again later. Albums and playlists are kept."
      confirmLabel={`Delete ${count}`}
      isBusy={remove.isPending}
    />
  );
}
