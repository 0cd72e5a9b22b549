import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { albumListOptions } from '../../features/albums/api/albums.ts';
import { addAlbums, playlistOptions } from '../../features/playlists/api/playlists.ts';
import { AlbumPicker } from '../../features/playlists/components/album-picker.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { includesWords } from '../../lib/includes-words.ts';
import { keys } from '../../lib/query-keys.ts';
import { Button, buttonClass } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlbumIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { toast } from '../../ui/toast-store.ts';
import { SearchBox, Toolbar } from '../../ui/toolbar.tsx';
import { ListSkeleton } from './list-skeleton.tsx';
import { useAccount } from './use-account.ts';

export function AddAlbumScreen() {
  const { playlistId } = useSearch({ from: '/main/playlist/addalbum' });
  const navigate = useNavigate();
  const client = useQueryClient();
  const playlist = useQuery(playlistOptions(playlistId));
  const account = useAccount();
  const albums = useQuery(albumListOptions('mine', account));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [wanted, setWanted] = useState('');
  const present = new Set(playlist.data?.albumArr.map(({ albumId }) => albumId._id));
  const offered = (albums.data ?? []).filter((album) => !present.has(album._id));
  const shown = offered.filter((album) => includesWords(album.name, wanted));
  const add = useMutation({
    mutationFn: () => addAlbums(playlistId, [...chosen], present.size + 1),
    onSuccess: ({ message }) => {
      void client.invalidateQueries({ queryKey: keys.playlists });
      if (message) toast.success(message);
      void navigate({ to: '/main/playlistpreview', search: { playlistId }, replace: true });
    },
    onError: (error) => toast.error(messageOf(error)),
  });
  const toggle = (id: string) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);
  const failed = playlist.error ?? albums.error;
  if (failed) return <LoadFailure message={messageOf(failed)} onRetry={() => void Promise.all([playlist.refetch(), albums.refetch()])} />;
  return (
    <>
      <PageHeader
        title="Add albums"
        note={playlist.data && `to ${playlist.data.name}`}
        actions={
          <>
            <Link to="/main/playlistpreview" search={{ playlistId }} className={buttonClass('quiet')}>
              Cancel
            </Link>
            <Button kind="primary" disabled={chosen.length === 0} isLoading={add.isPending} onClick={() => add.mutate()}>
              {chosen.length > 1 ? `Add ${chosen.length} albums` : 'Add album'}
            </Button>
          </>
        }
      />
      <Toolbar label="Albums">
        <SearchBox label="Search albums" value={wanted} onChange={setWanted} />
      </Toolbar>
      {(albums.isPending || playlist.isPending) && <ListSkeleton minWidth={180} />}
      {albums.isSuccess && playlist.isSuccess && offered.length === 0 && <NothingOffered hasAlbums={albums.data.length > 0} />}
      {playlist.isSuccess && shown.length > 0 && <AlbumPicker albums={shown} chosen={chosen} onToggle={toggle} />}
    </>
  );
}

function NothingOffered({ hasAlbums }: { hasAlbums: boolean }) {
  return (
    <EmptyState
      icon={<AlbumIcon size={26} />}
      title={hasAlbums ? 'Every album is already in it' : MESSAGES.noAlbum}
      action={
        <Link to="/main" search={{ dialog: 'create' }} className={buttonClass('primary')}>
          Create album
        </Link>
      }
    />
  );
}
