import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { playlistListOptions } from '../../features/playlists/api/playlists.ts';
import { DeletePlaylistDialog } from '../../features/playlists/components/delete-playlist-dialog.tsx';
import { PlaylistFormDialog } from '../../features/playlists/components/playlist-form-dialog.tsx';
import { PlaylistList } from '../../features/playlists/components/playlist-list.tsx';
import { messageOf } from '../../lib/app-error.ts';
import { includesWords } from '../../lib/includes-words.ts';
import { useStoredChoice } from '../../lib/stored-choice.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { PlaylistIcon, PlusIcon, SearchIcon } from '../../ui/icons.tsx';
import { LoadFailure } from '../../ui/load-failure.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SearchBox, SortMenu, Toolbar, ViewSwitch } from '../../ui/toolbar.tsx';
import { useDialog } from '../use-overlay.ts';
import { NAME_SORT_CHOICES } from './list-choices.ts';
import { ListSkeleton } from './list-skeleton.tsx';
import { useAccount } from './use-account.ts';

export function PlaylistsScreen() {
  const { sort } = useSearch({ from: '/main/playlist' });
  const navigate = useNavigate();
  const account = useAccount();
  const playlists = useQuery(playlistListOptions(account.userId, sort, account.orgId));
  const [view, setView] = useStoredChoice('viewMode', ['Grid', 'List'], 'Grid');
  const [wanted, setWanted] = useState('');
  const dialog = useDialog();
  const all = playlists.data ?? [];
  const shown = all.filter((playlist) => includesWords(playlist.name, wanted));
  const target = all.find((playlist) => playlist._id === dialog.target);
  const createButton = (
    <Button kind="primary" icon={<PlusIcon size={18} />} onClick={() => dialog.open('create')}>
      Create playlist
    </Button>
  );
  return (
    <>
      <PageHeader title="Playlists" note={all.length > 0 ? all.length : undefined} actions={createButton} />
      <Toolbar label="Playlists">
        <SearchBox label="Search playlists" value={wanted} onChange={setWanted} />
        <SortMenu
          value={sort ?? 'lastmodified'}
          onChange={(next) => void navigate({ to: '/main/playlist', search: { sort: next }, replace: true })}
          choices={NAME_SORT_CHOICES}
        />
        <ViewSwitch value={view} onChange={setView} />
      </Toolbar>
      {playlists.isPending && <ListSkeleton view={view} />}
      {playlists.isError && <LoadFailure message={messageOf(playlists.error)} onRetry={() => void playlists.refetch()} />}
      {playlists.isSuccess && all.length === 0 && (
        <EmptyState icon={<PlaylistIcon size={26} />} title={MESSAGES.noPlaylist} action={createButton}>
          A playlist puts albums in order and is what a screen plays. Add an album, watch it here, then publish it.
        </EmptyState>
      )}
      {all.length > 0 && shown.length === 0 && <EmptyState icon={<SearchIcon size={26} />} title={`No playlist is called “${wanted}”`} />}
      {shown.length > 0 && (
        <PlaylistList
          playlists={shown}
          view={view}
          onEdit={(playlist) => dialog.open('edit', playlist._id)}
          onDelete={(playlist) => dialog.open('delete', playlist._id)}
        />
      )}
      <PlaylistFormDialog
        isOpen={dialog.dialog === 'create'}
        onClose={dialog.close}
        onSaved={({ _id }) => void navigate({ to: '/main/playlistpreview', search: { playlistId: _id }, replace: true })}
      />
      <PlaylistFormDialog isOpen={dialog.dialog === 'edit' && target !== undefined} playlist={target} onClose={dialog.close} />
      <DeletePlaylistDialog isOpen={dialog.dialog === 'delete'} playlist={target} onClose={dialog.close} />
    </>
  );
}
