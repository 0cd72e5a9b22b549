import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { albumListOptions } from '../../features/albums/api/albums.ts';
import { AlbumList } from '../../features/albums/components/album-list.tsx';
import { AlbumNameDialog } from '../../features/albums/components/album-name-dialog.tsx';
import { DeleteAlbumDialog } from '../../features/albums/components/delete-album-dialog.tsx';
import { UploadToAlbumDialog } from '../../features/uploads/components/upload-to-album-dialog.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { useStoredChoice } from '../../lib/stored-choice.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { AlbumIcon, PlusIcon, SearchIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox, SortMenu, Toolbar, ViewSwitch } from '../../ui/toolbar.tsx';
import type { AlbumSort } from '../search-schemas.ts';
import { useDialog } from '../use-overlay.ts';
import { matches, SORT_CHOICES } from './list-choices.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { useAccount } from './use-account.ts';

export function AlbumsScreen() {
  const { sort } = useSearch({ from: '/main/' });
  const navigate = useNavigate();
  const account = useAccount();
  const albums = useQuery(albumListOptions(account.userId, sort));
  const [view, setView] = useStoredChoice('viewMode', ['Grid', 'List'], 'Grid');
  const [wanted, setWanted] = useState('');
  const dialog = useDialog();
  const shown = (albums.data ?? []).filter((album) => matches(album.name, wanted));
  const target = albums.data?.find((album) => album._id === dialog.target);
  const create = () => dialog.open('create');
  const setSort = (next: AlbumSort) => void navigate({ to: '/main', search: { sort: next }, replace: true });
  return (
    <>
      <PageHeader
        title="My Albums"
        note={albums.data && albums.data.length > 0 ? albums.data.length : undefined}
        actions={
          <Button kind="primary" icon={<PlusIcon size={18} />} onClick={create}>
            Create album
          </Button>
        }
      />
      <Toolbar label="Albums">
        <SearchBox label="Search albums" value={wanted} onChange={setWanted} />
        <SortMenu value={sort ?? 'lastmodified'} onChange={setSort} choices={SORT_CHOICES} />
        <ViewSwitch value={view} onChange={setView} />
      </Toolbar>
      {albums.isPending && <ListSkeleton view={view} />}
      {albums.isError && <LoadFailure message={messageOf(albums.error)} onRetry={() => void albums.refetch()} />}
      {albums.data?.length === 0 && <NoAlbums onCreate={create} />}
      {albums.data && albums.data.length > 0 && shown.length === 0 && (
        <EmptyState icon={<SearchIcon size={26} />} title={`No album is called “${wanted}”`} />
      )}
      {shown.length > 0 && (
        <AlbumList
          albums={shown}
          view={view}
          onRename={(album) => dialog.open('rename', album._id)}
          onDelete={(album) => dialog.open('delete', album._id)}
        />
      )}
      <AlbumNameDialog
        isOpen={dialog.dialog === 'create'}
        onClose={dialog.close}
        onSaved={(album) => void navigate({ to: '/main/media', search: { albumId: album._id }, replace: true })}
      />
      <AlbumNameDialog isOpen={dialog.dialog === 'rename' && target !== undefined} album={target} onClose={dialog.close} />
      <DeleteAlbumDialog isOpen={dialog.dialog === 'delete'} album={target} onClose={dialog.close} />
      <UploadToAlbumDialog
        isOpen={dialog.dialog === 'upload'}
        onClose={dialog.close}
        onCreate={create}
        albums={albums.data ?? []}
        onStarted={(albumId) => void navigate({ to: '/main/media', search: { albumId }, replace: true })}
      />
    </>
  );
}

function NoAlbums({ onCreate }: { onCreate: () => void }) {
  return (
    <EmptyState
      icon={<AlbumIcon size={26} />}
      title={MESSAGES.noAlbum}
      action={
        <Button kind="primary" icon={<PlusIcon size={18} />} onClick={onCreate}>
          Create album
        </Button>
      }
    >
      An album holds photos and videos that belong together. Make the first one, and fill it from your camera or phone.
    </EmptyState>
  );
}
