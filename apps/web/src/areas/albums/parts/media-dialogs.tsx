import { useNavigate } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { MESSAGES } from '@vitrine/contract/messages';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { CloseDialog, useDialog } from '../../../lib/use-overlay.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { OwnerScope } from '../../accounts/owner-scope.ts';
import { type TransferKind, useTransferMedia } from '../../media/api/media-mutations.ts';
import { DeleteMediaDialog } from '../../media/parts/delete-media-dialog.tsx';
import { SCREEN_TIMES_DIALOG, ScreenTimesDialog } from '../../media/parts/screen-times-dialog.tsx';
import { TakenDateDialog } from '../../media/parts/taken-date-dialog.tsx';
import type { AlbumMedia } from '../../media/use-album-media.ts';
import type { MediaSelection } from '../../media/use-selection.ts';
import { useUndoMove } from '../use-move-media.ts';
import { AlbumNameDialog } from './album-name-dialog.tsx';
import { AlbumPickerDialog } from './album-picker-dialog.tsx';
import { ShareAlbumDialog } from './share-album-dialog.tsx';

const TRANSFER_LABELS: Record<TransferKind, string> = { move: 'Move', copy: 'Copy' };
/** Without a media in the address they are about those selected. */
const MEDIA_DIALOGS = ['copy', 'move', 'delete', SCREEN_TIMES_DIALOG];

interface MediaDialogsProps {
  album: Album | undefined;
  media: Pick<AlbumMedia, 'loaded'>;
  selection: MediaSelection;
  scope: OwnerScope;
  /** Dialogs of other areas about the album. They must be inside the preview, which traps the focus. */
  children: ReactNode;
}

/** Dialogs about media: those in the address, or all selected ones. */
export const MediaDialogs = (props: MediaDialogsProps) => (
  <>
    <TakenDateDialog />
    <AlbumMediaDialogs {...props} />
  </>
);

function AlbumMediaDialogs({ album, media, selection, scope, children }: MediaDialogsProps) {
  const { dialog, target, close } = useDialog();
  const ids = target ? [target] : selection.inOrder();
  const one = ids.length === 1 ? media.loaded.find(({ _id }) => _id === ids[0]) : undefined;
  const transfer: TransferKind = dialog === 'move' ? 'move' : 'copy';
  const done = () => {
    selection.clear();
    close();
  };
  const send = useTransferWithUndo(album, done);
  const navigate = useNavigate();
  const isAboutNothing = MEDIA_DIALOGS.includes(dialog ?? '') && ids.length === 0;
  if (!album || isAboutNothing) return isAboutNothing && <CloseDialog />;
  return (
    <>
      <AlbumPickerDialog
        isOpen={(dialog === 'move' || dialog === 'copy') && ids.length > 0}
        onClose={close}
        scope={scope}
        description={`Choose an album to ${transfer} ${one ? `“${one.name}”` : formatCount(ids.length, 'item')} to.`}
        actLabel={TRANSFER_LABELS[transfer]}
        without={transfer === 'move' ? album._id : undefined}
        missing={transfer === 'move' ? MESSAGES.moveIncomplete : MESSAGES.copyIncomplete}
        isBusy={send.isPending}
        onPick={(to) => send.mutate({ how: transfer, to, ids })}
      />
      <DeleteMediaDialog
        albumId={album._id}
        ownerId={album.createdBy}
        ids={ids}
        name={one?.name}
        isOpen={dialog === 'delete'}
        onClose={close}
        onDeleted={selection.clear}
      />
      <ScreenTimesDialog ids={ids} onSaved={selection.clear} />
      <AlbumNameDialog
        isOpen={dialog === 'create'}
        isOnMediaPage
        onClose={close}
        onSaved={({ _id }) => void navigate({ to: '/main/media', search: { albumId: _id }, replace: true })}
      />
      {children}
      <ShareAlbumDialog album={album} isOpen={dialog === 'share'} onClose={close} />
    </>
  );
}

function useTransferWithUndo(album: Album | undefined, onDone: () => void) {
  const from = album?._id ?? '';
  const transfer = useTransferMedia();
  const { remember, undoMove } = useUndoMove();
  const run = async ({ how, to, ids }: { how: TransferKind; to: Album; ids: readonly string[] }) => {
    try {
      const before = how === 'move' ? await remember(from) : [];
      const message = await transfer.mutateAsync({ how, from, to: to._id, ids });
      const text = message ?? `${formatCount(ids.length, 'item')} ${how === 'move' ? 'moved' : 'copied'} to “${to.name}”.`;
      toast.success(text, how === 'move' ? { action: undoMove(from, to._id, ids, before) } : {});
      onDone();
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
  return { isPending: transfer.isPending, mutate: (sent: Parameters<typeof run>[0]) => void run(sent) };
}
