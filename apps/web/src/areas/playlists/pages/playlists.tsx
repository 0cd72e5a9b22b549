import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { SortOrder } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { readStoredChoice, writeStoredChoice } from '../../../lib/stored-choice.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { useCloseWhenRemoved, useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { PlaylistIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure, NoMatches } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { WithSidePanel } from '../../../ui/side-panel.tsx';
import { SearchBox, SortMenu, Toolbar, type ViewMode, ViewSwitch } from '../../../ui/toolbar.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { ALBUM_SORT_CHOICES } from '../../albums/sort-options.ts';
import { playlistCountOptions, playlistOptions, playlistPagesOptions, playlistSearchOptions } from '../api/playlists.ts';
import { PlaylistPanel } from '../parts/playlist-details.tsx';
import { DeletePlaylistDialog, PlaylistFormDialog } from '../parts/playlist-dialogs.tsx';
import { type PlaylistAction, PlaylistList } from '../parts/playlist-list.tsx';

const VIEW_PATHS = { Grid: '/main/playlist', List: '/main/playlist/list' } as const;
const VIEWS = ['Grid', 'List'] as const;

/** Redirects to the list view if it was chosen last, keeping the search parameters. */
export const PlaylistsPage = () =>
  readStoredChoice('viewMode', VIEWS, 'Grid') === 'List' ? (
    <Navigate to={VIEW_PATHS.List} search={true} replace />
  ) : (
    <Playlists view="Grid" />
  );
export const PlaylistTablePage = () => <Playlists view="List" />;

/** The path selects the view. The menu links to the grid, which redirects to the view chosen last. */
function Playlists({ view }: { view: ViewMode }) {
  const { sort, details } = useSearch({ from: VIEW_PATHS[view] });
  const navigate = useNavigate();
  const account = useAccountInView();
  const playlists = useInfiniteQuery(playlistPagesOptions(account, sort));
  const all = playlists.data?.pages.flat() ?? [];
  // Loaded lists need no further request.
  const total = useQuery({ ...playlistCountOptions(account), enabled: playlists.hasNextPage }).data;
  const count = playlists.hasNextPage ? total : all.length;
  const [search, setSearch] = useState('');
  const searched = useDebounced(search.trim(), LIMITS.searchDebounceMs);
  const isSearching = search.trim() !== '' && searched !== '';
  const overlay = useOverlay();
  const dialog = useDialog();
  const go = (next: { sort?: SortOrder; view?: ViewMode }) => {
    if (next.view) writeStoredChoice('viewMode', next.view);
    void navigate({ to: VIEW_PATHS[next.view ?? view], search: { sort: next.sort ?? sort, details }, replace: true });
  };
  const openDialog = (name: PlaylistAction, { _id }: Playlist) => {
    if (name === 'open') void navigate({ to: '/main/playlistpreview', search: { playlistId: _id } });
    else if (name === 'details') void overlay.show({ details: _id }, { replace: details !== undefined });
    else dialog.open('delete', _id);
  };
  const createButton = (kind?: 'primary') => (
    <Button kind={kind} icon={<PlusIcon size={18} />} onClick={() => dialog.open('create')}>
      Create playlist
    </Button>
  );
  return (
    <>
      <PageHeader
        title="Playlists"
        note={count !== undefined && count > 0 ? count.toLocaleString('en-US') : undefined}
        actions={createButton('primary')}
      />
      <Toolbar label="Playlists" staysOnPhone>
        <SearchBox label="Search playlists" value={search} onChange={setSearch} />
        <SortMenu value={sort ?? 'createdAt'} onChange={(next) => go({ sort: next })} choices={ALBUM_SORT_CHOICES} />
        <ViewSwitch value={view} onChange={(next) => go({ view: next })} />
      </Toolbar>
      <WithSidePanel panel={<PlaylistPanel playlistId={details} onClose={() => overlay.hide({ details: undefined })} />}>
        {isSearching ? (
          <FoundPlaylists text={searched} onClear={() => setSearch('')} view={view} onAction={openDialog} />
        ) : (
          <>
            {playlists.isPending && <ListSkeleton view={view} />}
            {(playlists.isLoadingError || playlists.isFetchNextPageError) && (
              <LoadFailure message={getErrorMessage(playlists.error)} onRetry={() => void playlists.refetch()} />
            )}
            {playlists.data && all.length === 0 && (
              <EmptyState icon={<PlaylistIcon size={26} />} title={MESSAGES.noPlaylist} action={createButton()}>
                Playlists combine albums for your screens. Create one, add albums, then publish it.
              </EmptyState>
            )}
            {all.length > 0 && (
              <PlaylistList playlists={all} view={view} sort={sort} onSort={(next) => go({ sort: next })} onAction={openDialog} />
            )}
            {playlists.hasNextPage && <LoadMore isLoading={playlists.isFetchingNextPage} onMore={() => void playlists.fetchNextPage()} />}
          </>
        )}
      </WithSidePanel>
      <PlaylistDialogs playlists={all} />
    </>
  );
}

interface FoundPlaylistsProps extends Omit<React.ComponentProps<typeof PlaylistList>, 'playlists'> {
  text: string;
  onClear: () => void;
}

function FoundPlaylists({ text, onClear, ...list }: FoundPlaylistsProps) {
  const found = useQuery(playlistSearchOptions(useAccountInView(), text));
  if (found.isLoadingError) return <LoadFailure message={MESSAGES.somethingWrong} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <ListSkeleton view={list.view} />;
  if (found.data.length === 0) return <NoMatches title={`No playlists match “${text}”`} onClear={onClear} />;
  return <PlaylistList playlists={found.data} {...list} />;
}

/** The URL stores the open dialog and its playlist. */
function PlaylistDialogs({ playlists }: { playlists: readonly Playlist[] }) {
  const { dialog, target, close } = useDialog();
  const navigate = useNavigate();
  const listed = playlists.find((playlist) => playlist._id === target);
  // The playlist is not in the list when its page is not loaded or a search found it.
  const fetched = useQuery({ ...playlistOptions(target ?? ''), enabled: dialog === 'delete' && target !== undefined && !listed });
  useCloseWhenRemoved({ what: 'playlist', asked: fetched, isListed: listed !== undefined });
  return (
    <>
      <PlaylistFormDialog
        isOpen={dialog === 'create'}
        onClose={close}
        onSaved={({ _id }) => void navigate({ to: '/main/playlistpreview', search: { playlistId: _id }, replace: true })}
      />
      <DeletePlaylistDialog
        isOpen={dialog === 'delete'}
        playlist={listed ?? (getLoadFailure(fetched) ? undefined : fetched.data)}
        onClose={close}
      />
    </>
  );
}
