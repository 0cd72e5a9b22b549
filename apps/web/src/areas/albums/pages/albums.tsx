import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import { type ReactNode, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useStoredChoice } from '../../../lib/stored-choice.ts';
import { useDebounced } from '../../../lib/typed-search.ts';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { AlbumIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { WithSidePanel } from '../../../ui/side-panel.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { SearchBox, SortMenu, TabbedToolbar, ViewSwitch } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { GoToInvitationsLink } from '../../accounts/parts/page-links.tsx';
import { albumCountOptions, albumPagesOptions } from '../api/albums.ts';
import { AlbumPanel } from '../parts/album-details.tsx';
import { AlbumDialogs } from '../parts/album-dialogs.tsx';
import { type AlbumAction, AlbumList } from '../parts/album-list.tsx';
import { AlbumSearchResults } from '../parts/album-search-results.tsx';
import type { AlbumSort } from '../search-params.ts';
import { ALBUM_SORT_CHOICES } from '../sort-options.ts';
import styles from './albums.module.css';

const TABS = [
  { value: 'mine', label: 'My Albums' },
  { value: 'shared', label: 'Shared Albums' },
] as const;

interface AlbumsPageProps {
  /** Shown above the user's own albums. */
  banner: ReactNode;
  /** Shown below the list; hidden while the user searches. */
  footer: ReactNode;
}

export function AlbumsPage({ banner, footer }: AlbumsPageProps) {
  const { sort, shared, details } = useSearch({ from: '/main/' });
  const tab = shared ? 'shared' : 'mine';
  const navigate = useNavigate();
  const account = useAccountInView();
  const albums = useInfiniteQuery(albumPagesOptions(tab, account, sort));
  const all = albums.data?.pages.flat() ?? [];
  // Loaded lists need no further request.
  const total = useQuery({ ...albumCountOptions(tab, account), enabled: albums.hasNextPage }).data;
  const count = albums.hasNextPage ? total : all.length;
  const [view, setView] = useStoredChoice('viewMode', ['Grid', 'List'], 'Grid');
  const [wanted, setWanted] = useState('');
  const searched = useDebounced(wanted.trim(), LIMITS.searchDebounceMs);
  const isSearching = wanted.trim() !== '' && searched !== '';
  const overlay = useOverlay();
  const dialog = useDialog();
  const isPhone = useIsPhone();
  const create = () => dialog.open('create');
  const go = (next: { sort?: AlbumSort; shared?: boolean }) =>
    void navigate({ to: '/main', search: { sort, shared, ...next }, replace: true });
  const openDialog = (name: AlbumAction, album: Album) => {
    if (name === 'details') void overlay.show({ details: album._id }, { replace: details !== undefined });
    else dialog.open(name, album._id);
  };
  const list = { view, isShared: tab === 'shared', onAction: openDialog };
  return (
    <>
      <PageHeader
        title={tab === 'mine' ? 'My Albums' : 'Shared Albums'}
        note={count !== undefined && count > 0 ? count.toLocaleString('en-US') : undefined}
        actions={
          <>
            <Link to="/main/bin" className={`${buttonClass('quiet')} ${styles.bin}`} title={isPhone ? 'Trash' : undefined}>
              <TrashIcon size={18} />
              {isPhone ? <VisuallyHidden>Trash</VisuallyHidden> : 'Trash'}
            </Link>
            <Button kind="primary" icon={<PlusIcon size={18} />} onClick={create}>
              <span>
                Create<span className={styles.createWhat}> album</span>
              </span>
            </Button>
          </>
        }
      />
      {tab === 'mine' && !isSearching && banner}
      <TabbedToolbar
        label="Albums"
        tabs={
          <SegmentedChoice label="Albums" value={tab} onChange={(next) => go({ shared: next === 'shared' || undefined })} choices={TABS} />
        }
      >
        <SearchBox label="Search albums and media" value={wanted} onChange={setWanted} />
        <SortMenu value={sort ?? 'createdAt'} onChange={(next) => go({ sort: next })} choices={ALBUM_SORT_CHOICES} />
        <ViewSwitch value={view} onChange={setView} />
      </TabbedToolbar>
      <WithSidePanel
        panel={
          <AlbumPanel albumId={details} onClose={() => overlay.hide({ details: undefined })} onShare={(id) => dialog.open('share', id)} />
        }
      >
        {isSearching ? (
          <AlbumSearchResults tab={tab} account={account} text={searched} onClear={() => setWanted('')} {...list} />
        ) : (
          <>
            {albums.isPending && <ListSkeleton view={view} />}
            {(albums.isLoadingError || albums.isFetchNextPageError) && (
              <LoadFailure message={getErrorMessage(albums.error)} onRetry={() => void albums.refetch()} />
            )}
            {albums.data && all.length === 0 && <NoAlbums tab={tab} onCreate={create} />}
            {all.length > 0 && <AlbumList albums={all} sort={sort} onSort={(next) => go({ sort: next })} {...list} />}
            {albums.hasNextPage && <LoadMore isLoading={albums.isFetchingNextPage} onMore={() => void albums.fetchNextPage()} />}
          </>
        )}
      </WithSidePanel>
      {!isSearching && footer}
      <AlbumDialogs albums={all} />
    </>
  );
}

function NoAlbums({ tab, onCreate }: { tab: 'mine' | 'shared'; onCreate: () => void }) {
  if (tab === 'shared') {
    return (
      <EmptyState icon={<AlbumIcon size={26} />} title={MESSAGES.noSharedAlbum} action={<GoToInvitationsLink />}>
        Albums shared with you appear here after you accept the invitation.
      </EmptyState>
    );
  }
  return (
    <EmptyState
      icon={<AlbumIcon size={26} />}
      title={MESSAGES.noAlbum}
      action={
        <Button icon={<PlusIcon size={18} />} onClick={onCreate}>
          Create album
        </Button>
      }
    >
      Create your first album to add photos and videos from your phone or computer.
    </EmptyState>
  );
}
