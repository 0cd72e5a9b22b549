import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { PlaylistIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { playlistListOptions } from '../api/playlists.ts';
import { DeletePlaylistDialog, PlaylistFormDialog } from '../parts/playlist-dialogs.tsx';
import { PlaylistSideList } from '../parts/playlist-side-list.tsx';
import { PlaylistView } from '../parts/playlist-view.tsx';
import styles from './playlist.module.css';

/** When details are shown on the right, the list on the left needs a wider window. */
const ROOM_FOR_SIDE_LIST = '(min-width: 1280px)';
const ROOM_FOR_BOTH = '(min-width: 1700px)';

/** One playlist, with the list of others on wide screens. Without an id, the first one. */
export function PlaylistPreviewPage() {
  const search = useSearch({ from: '/main/playlistpreview' });
  const isWide = useMediaQuery(ROOM_FOR_SIDE_LIST);
  const hasSideList = useMediaQuery(search.details === undefined ? ROOM_FOR_SIDE_LIST : ROOM_FOR_BOTH);
  const account = useAccountInView();
  const dialog = useDialog();
  const playlists = useQuery({
    ...playlistListOptions(account.userId, undefined, account.orgId),
    enabled: isWide,
  });
  if (search.playlistId === undefined && !isWide) return <Navigate to="/main/playlist" replace />;
  const playlistId = search.playlistId ?? playlists.data?.[0]?._id;
  return (
    <Row align="start" gap={8}>
      {hasSideList && (
        <PlaylistSideList
          scope={account}
          playlistId={playlistId}
          onCreate={() => dialog.open('create')}
          onDelete={(id) => dialog.open('delete', id)}
        />
      )}
      <div className={styles.main}>
        {playlistId === undefined ? <NoPlaylist list={playlists} /> : <PlaylistView key={playlistId} playlistId={playlistId} />}
      </div>
      <SideListDialogs openId={playlistId} playlists={playlists.data ?? []} />
    </Row>
  );
}

function NoPlaylist({ list }: { list: { isPending: boolean; isLoadingError: boolean; error: Error | null; refetch: () => unknown } }) {
  const dialog = useDialog();
  if (list.isLoadingError) return <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />;
  if (list.isPending) return <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 960 }} />;
  return (
    <>
      <PageHeader title="Playlists" />
      <EmptyState
        icon={<PlaylistIcon size={26} />}
        title={MESSAGES.noPlaylist}
        action={
          <Button kind="primary" icon={<PlusIcon size={18} />} onClick={() => dialog.open('create')}>
            Create playlist
          </Button>
        }
      />
    </>
  );
}

function SideListDialogs({ openId, playlists }: { openId: string | undefined; playlists: Playlist[] }) {
  const { dialog, target, close } = useDialog();
  const navigate = useNavigate();
  return (
    <>
      <PlaylistFormDialog
        isOpen={dialog === 'create'}
        onClose={close}
        onSaved={({ _id }) => void navigate({ to: '/main/playlistpreview', search: { playlistId: _id }, replace: true })}
      />
      <DeletePlaylistDialog
        isOpen={dialog === 'delete'}
        playlist={playlists.find(({ _id }) => _id === target)}
        onClose={close}
        onDeleted={() => {
          // The open playlist was deleted: show the first of the remaining ones.
          if (target === openId) void navigate({ to: '/main/playlistpreview', replace: true });
          else close();
        }}
      />
    </>
  );
}
