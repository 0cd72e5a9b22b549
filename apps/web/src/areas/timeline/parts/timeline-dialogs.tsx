import { useQuery } from '@tanstack/react-query';
import type { Album } from '@vitrine/contract/albums';
import { MESSAGES } from '@vitrine/contract/messages';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { CloseDialog, useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { toast } from '../../../ui/toast-store.ts';
import type { AccountInView } from '../../accounts/account-in-view.ts';
import { albumOptions } from '../../albums/api/albums.ts';
import { AlbumNameDialog } from '../../albums/parts/album-name-dialog.tsx';
import { AlbumPickerDialog } from '../../albums/parts/album-picker-dialog.tsx';
import { ShareAlbumDialog } from '../../albums/parts/share-album-dialog.tsx';
import { useCopySelectedMedia } from '../../media/api/media-mutations.ts';
import { DeleteMediaDialog } from '../../media/parts/delete-media-dialog.tsx';
import { ScreenTimesDialog } from '../../media/parts/screen-times-dialog.tsx';
import type { TimelineSelection } from '../use-timeline-selection.ts';

/** Names of the dialogs in the address. Their target is a media id; without it, they are about the selected media. */
export const TIMELINE_DIALOGS = {
  add: 'addToAlbum',
  share: 'shareSelected',
  times: 'timesOfSelected',
  delete: 'deleteSelected',
} as const;
/** Its target is the id of the album that was created to share the selected media. */
const SHARE_ALBUM_DIALOG = 'shareAlbum';

interface TimelineDialogsProps {
  account: AccountInView;
  selection: TimelineSelection;
}

/** Dialogs about selected media of the timeline, or about one of them. */
export function TimelineDialogs({ account, selection }: TimelineDialogsProps) {
  const { dialog, target, close } = useDialog();
  const ids = target ? [target] : selection.inOrder();
  const isAboutMedia = Object.values<string | undefined>(TIMELINE_DIALOGS).includes(dialog);
  if (dialog === SHARE_ALBUM_DIALOG) return <ShareNewAlbum albumId={target ?? ''} onClose={close} />;
  if (!isAboutMedia) return null;
  // The selection is lost when the page is reloaded.
  if (ids.length === 0) return <CloseDialog />;
  return (
    <>
      <AddToAlbum account={account} ids={ids} isOpen={dialog === TIMELINE_DIALOGS.add} onAdded={selection.clear} />
      <ShareSelected ids={ids} isOpen={dialog === TIMELINE_DIALOGS.share} onShared={selection.clear} />
      <ScreenTimesDialog name={TIMELINE_DIALOGS.times} ids={ids} onSaved={selection.clear} />
      <DeleteMediaDialog
        albumId={undefined}
        ownerId={account.userId}
        ids={ids}
        isOpen={dialog === TIMELINE_DIALOGS.delete}
        onClose={close}
        onDeleted={selection.clear}
      />
    </>
  );
}

interface AddToAlbumProps {
  account: AccountInView;
  ids: readonly string[];
  isOpen: boolean;
  onAdded: () => void;
}

function AddToAlbum({ account, ids, isOpen, onAdded }: AddToAlbumProps) {
  const { close } = useDialog();
  const copy = useCopySelectedMedia();
  const add = async (album: Album) => {
    try {
      const message = await copy.mutateAsync({ to: album._id, ids });
      toast.success(message ?? `${formatCount(ids.length, 'item')} copied to “${album.name}”.`);
      onAdded();
      close();
    } catch (error) {
      toast.error(getErrorMessage(error));
    }
  };
  return (
    <AlbumPickerDialog
      isOpen={isOpen}
      onClose={close}
      scope={account}
      description={`Choose an album to add ${formatCount(ids.length, 'item')} to.`}
      actLabel="Add"
      missing={MESSAGES.copyIncomplete}
      isBusy={copy.isPending}
      onPick={(album) => void add(album)}
    />
  );
}

interface ShareSelectedProps {
  ids: readonly string[];
  isOpen: boolean;
  onShared: () => void;
}

/** Copies the media to a new album, and then offers to share that album. */
function ShareSelected({ ids, isOpen, onShared }: ShareSelectedProps) {
  const { close } = useDialog();
  const overlay = useOverlay();
  const copy = useCopySelectedMedia({
    // Navigate while the request is pending. Afterwards the form would confirm first that its input may be discarded.
    onSuccess: (_message, { to }) => {
      void overlay.show({ dialog: SHARE_ALBUM_DIALOG, target: to }, { replace: true }).then(onShared);
    },
    onError: (error) => {
      toast.error(getErrorMessage(error));
      close();
    },
  });
  return (
    <AlbumNameDialog
      isOpen={isOpen}
      onClose={close}
      purpose={{
        title: `Share ${formatCount(ids.length, 'item')}`,
        description: 'They’re copied to a new album. Next, you choose who can see it.',
        submitLabel: 'Continue',
        isBusy: copy.isPending,
      }}
      onSaved={({ _id }) => copy.mutate({ to: _id, ids })}
    />
  );
}

function ShareNewAlbum({ albumId, onClose }: { albumId: string; onClose: () => void }) {
  const { data: album } = useQuery({ ...albumOptions(albumId), enabled: albumId !== '' });
  return <ShareAlbumDialog album={album} isOpen onClose={onClose} />;
}
