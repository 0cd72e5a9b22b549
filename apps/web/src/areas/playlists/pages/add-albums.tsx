import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { AlbumIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure, NoMatches } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { SearchBox, TabbedToolbar } from '../../../ui/toolbar.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { GoToInvitationsLink } from '../../accounts/parts/page-links.tsx';
import { type AlbumTab, albumPagesOptions, albumSearchOptions } from '../../albums/api/albums.ts';
import { NewAlbumField } from '../../albums/parts/new-album-field.tsx';
import { playlistOptions, saveToasts, useAddAlbums } from '../api/playlists.ts';
import styles from '../parts/album-picker.module.css';
import { AlbumPicker } from '../parts/album-picker.tsx';

const TABS: { value: AlbumTab; label: string }[] = [
  { value: 'mine', label: 'My Albums' },
  { value: 'shared', label: 'Shared Albums' },
];

/** Albums are chosen over both tabs and any search; what was chosen first plays first. */
export function AddAlbumPage() {
  const { playlistId } = useSearch({ from: '/main/playlist/addalbum' });
  const navigate = useNavigate();
  const playlist = useQuery(playlistOptions(playlistId));
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [tab, setTab] = useState<AlbumTab>('mine');
  const [wanted, setWanted] = useState('');
  const searched = useDebounced(wanted.trim(), LIMITS.searchDebounceMs);
  const present = new Set(playlist.data?.albumArr.map(({ albumId }) => albumId._id));
  const add = useAddAlbums(playlistId, {
    ...saveToasts,
    onSuccess: (answer, input, refreshed) => {
      void saveToasts.onSuccess(answer, input, refreshed);
      void navigate({ to: '/main/playlistpreview', search: { playlistId }, replace: true });
    },
  });
  const picker = {
    present,
    chosen,
    onToggle: (id: string) => setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]),
  };
  if (playlist.data && !playlist.data.abilities.edit) return <Navigate to="/main/playlistpreview" search={{ playlistId }} replace />;
  if (getLoadFailure(playlist)) return <PageFailure query={playlist} what="playlist" others="/main/playlist" />;
  return (
    <>
      <PageHeader
        title="Add albums"
        note={playlist.data && `to ${playlist.data.name}${chosen.length > 0 ? ` · ${formatCount(chosen.length, 'album')} selected` : ''}`}
        back={<BackLink to="/main/playlistpreview" search={{ playlistId }} label="Back to playlist" />}
        actions={
          <>
            <Link to="/main/playlistpreview" search={{ playlistId }} className={buttonClass('quiet')}>
              Cancel
            </Link>
            <Button
              kind="primary"
              disabled={chosen.length === 0}
              isLoading={add.isPending}
              onClick={() => add.mutate({ albumIds: [...chosen], firstSequence: present.size + 1 })}
            >
              {chosen.length > 1 ? `Add ${chosen.length} albums` : 'Add album'}
            </Button>
          </>
        }
      />
      <TabbedToolbar label="Albums" tabs={<SegmentedChoice label="Albums" value={tab} onChange={setTab} choices={TABS} />}>
        <SearchBox label="Search albums" value={wanted} onChange={setWanted} />
      </TabbedToolbar>
      {playlist.isPending && <ListSkeleton minWidth={180} />}
      {playlist.data &&
        (wanted.trim() !== '' && searched !== '' ? (
          <FoundAlbums tab={tab} text={searched} onClear={() => setWanted('')} playlist={playlist.data} {...picker} />
        ) : (
          <AllAlbums key={tab} tab={tab} playlist={playlist.data} onCreated={({ _id }) => setChosen([...chosen, _id])} {...picker} />
        ))}
    </>
  );
}

interface ChoicesProps extends Omit<React.ComponentProps<typeof AlbumPicker>, 'albums'> {
  tab: AlbumTab;
}

function AllAlbums({ tab, onCreated, ...picker }: ChoicesProps & { onCreated: (album: Album) => void }) {
  const albums = useInfiniteQuery(albumPagesOptions(tab, useAccountInView()));
  const all = albums.data?.pages.flat() ?? [];
  if (albums.isLoadingError) return <LoadFailure message={getErrorMessage(albums.error)} onRetry={() => void albums.refetch()} />;
  if (albums.isPending) return <ListSkeleton minWidth={180} />;
  if (all.length === 0) return <NoAlbums tab={tab} onCreated={onCreated} />;
  return (
    <>
      {tab === 'mine' && (
        <div className={styles.create}>
          <NewAlbumField onCreated={onCreated} />
        </div>
      )}
      <AlbumPicker albums={all} {...picker} />
      {albums.isFetchNextPageError && <LoadFailure message={getErrorMessage(albums.error)} onRetry={() => void albums.fetchNextPage()} />}
      {albums.hasNextPage && !albums.isFetchNextPageError && (
        <LoadMore isLoading={albums.isFetchingNextPage} onMore={() => void albums.fetchNextPage()} />
      )}
    </>
  );
}

function FoundAlbums({ tab, text, onClear, ...picker }: ChoicesProps & { text: string; onClear: () => void }) {
  const found = useQuery(albumSearchOptions(tab, useAccountInView(), text));
  if (found.isLoadingError) return <LoadFailure message={MESSAGES.somethingWrong} onRetry={() => void found.refetch()} />;
  if (found.isPending) return <ListSkeleton minWidth={180} />;
  if (found.data.length === 0) return <NoMatches title={`No albums match “${text}”`} onClear={onClear} />;
  return <AlbumPicker albums={found.data} {...picker} />;
}

function NoAlbums({ tab, onCreated }: { tab: AlbumTab; onCreated: (album: Album) => void }) {
  if (tab === 'shared')
    return <EmptyState icon={<AlbumIcon size={26} />} title={MESSAGES.noSharedAlbum} action={<GoToInvitationsLink />} />;
  return (
    <EmptyState icon={<AlbumIcon size={26} />} title={MESSAGES.noAlbum} action={<NewAlbumField isFirst onCreated={onCreated} />}>
      Create an album to add to this playlist. Photos and videos you add to it later play automatically.
    </EmptyState>
  );
}
