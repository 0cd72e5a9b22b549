import { useQuery } from '@tanstack/react-query';
import { Link, useNavigate, useSearch } from '@tanstack/react-router';
import { ZONE_LABELS } from '@vitrine/contract/layouts';
import type { Playlist, PlaylistItem } from '@vitrine/contract/playlists';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatCount } from '../../../lib/format.ts';
import { useUserId } from '../../../lib/session.ts';
import { useDialog, useOverlay } from '../../../lib/use-overlay.ts';
import { CastIcon, GripIcon, PencilIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Button, buttonClass, IconButton } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon, InfoIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { WithSidePanel } from '../../../ui/side-panel.tsx';
import { SortMenu } from '../../../ui/toolbar.tsx';
import { useIsPhone } from '../../../ui/use-media-query.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { PublishDialog } from '../../publishing/parts/publish-dialog.tsx';
import { allPlaylistItemsOptions, playlistOptions } from '../api/playlists.ts';
import { toDraft } from '../layout-draft.ts';
import styles from '../pages/playlist.module.css';
import type { EntrySort } from '../search-params.ts';
import { useValidItems } from '../use-valid-items.ts';
import { LayoutPicture } from './layout-picture.tsx';
import { PlaylistAlbums } from './playlist-albums.tsx';
import { PlaylistPanel } from './playlist-details.tsx';
import { PlaylistFormDialog } from './playlist-dialogs.tsx';
import { describePlaylist } from './playlist-list.tsx';
import { PlaylistPlayer } from './playlist-player.tsx';
import { SynchronizedPlayback } from './synchronized-playback.tsx';

const SORTS: readonly { value: EntrySort; label: string }[] = [
  { value: 'sequence', label: 'Playback order' },
  { value: 'az', label: 'Name A–Z' },
  { value: 'za', label: 'Name Z–A' },
];

/** Preview of a playlist with the list of its albums. */
export function PlaylistView({ playlistId }: { playlistId: string }) {
  const { details } = useSearch({ from: '/main/playlistpreview' });
  const overlay = useOverlay();
  const playlist = useQuery(playlistOptions(playlistId));
  if (getLoadFailure(playlist)) return <PageFailure query={playlist} what="playlist" others="/main/playlist" />;
  if (!playlist.data) {
    return (
      <>
        <PageHeader title="Playlist" back={<BackLink to="/main/playlist" label="Back to playlists" />} />
        <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 960 }} />
      </>
    );
  }
  const closeDetails = () => overlay.hide({ details: undefined });
  const toggleDetails = () => (details === undefined ? void overlay.show({ details: playlistId }) : closeDetails());
  return (
    <>
      <PlaylistHeader playlist={playlist.data} hasDetails={details !== undefined} onDetails={toggleDetails} />
      <WithSidePanel isUnderHead panel={<PlaylistPanel playlistId={details} onClose={closeDetails} />}>
        {playlist.data.caption && <p className={styles.caption}>{playlist.data.caption}</p>}
        <RevokedNote playlist={playlist.data} />
        {playlist.data.privateAlbums > 0 && <NoteBox>{getPrivateMessage(playlist.data)}</NoteBox>}
        {playlist.data.albumArr.length === 0 ? (
          <EmptyState
            icon={<ImageIcon size={26} />}
            title="Nothing to play yet"
            action={playlist.data.abilities.edit && <AddAlbum playlistId={playlistId} />}
          >
            Add one or more albums. They play in order, and new photos and videos are included automatically.
          </EmptyState>
        ) : (
          <div className={styles.container}>
            <div className={styles.columns}>
              <div className={styles.main}>
                <Preview playlist={playlist.data} />
                <LayoutSection playlist={playlist.data} />
                <SynchronizedPlayback playlist={playlist.data} />
              </div>
              <Albums playlist={playlist.data} />
            </div>
          </div>
        )}
      </WithSidePanel>
      <PlaylistViewDialogs playlist={playlist.data} />
    </>
  );
}

function RevokedNote({ playlist: { revokedAlbums, userId, ownerName } }: { playlist: Playlist }) {
  const ownId = useUserId();
  if (revokedAlbums === 0) return null;
  return <NoteBox>{getRevokedMessage(revokedAlbums, userId === ownId ? 'you' : ownerName)}</NoteBox>;
}

function AddAlbum({ playlistId }: { playlistId: string }) {
  const isPhone = useIsPhone();
  return (
    <Link to="/main/playlist/addalbum" search={{ playlistId }} className={buttonClass('secondary')}>
      {!isPhone && <PlusIcon size={18} />}
      Add Album
    </Link>
  );
}

function PlaylistHeader({ playlist, hasDetails, onDetails }: { playlist: Playlist; hasDetails: boolean; onDetails: () => void }) {
  const dialog = useDialog();
  const isPhone = useIsPhone();
  const { abilities } = playlist;
  return (
    <PageHeader
      title={playlist.name}
      note={describePlaylist(playlist, true)}
      back={<BackLink to="/main/playlist" label="Back to playlists" />}
      actions={
        <>
          <IconButton label="Playlist details" aria-pressed={hasDetails} icon={<InfoIcon />} onClick={onDetails} />
          {abilities.edit && <IconButton label="Edit playlist" icon={<PencilIcon />} onClick={() => dialog.open('edit')} />}
          {abilities.edit && playlist.albumArr.length > 0 && <AddAlbum playlistId={playlist._id} />}
          {abilities.publish && (
            <Button
              kind="primary"
              icon={!isPhone && <CastIcon size={18} />}
              onClick={() => dialog.open('publish')}
              disabled={playlist.itemCount === 0}
            >
              Publish
            </Button>
          )}
        </>
      }
    />
  );
}

function Preview({ playlist }: { playlist: Playlist }) {
  const items = useQuery(allPlaylistItemsOptions(playlist._id));
  const hasMainItems = items.data?.some(({ zone }) => zone === 'main');
  return (
    <div>
      {items.data && hasMainItems && <TimedPlayer items={items.data} playlist={playlist} />}
      {hasMainItems === false && (
        <p className={styles.none}>
          {playlist.privateAlbums > 0
            ? 'There is nothing in this playlist that you can see.'
            : 'These albums don’t have any photos or videos ready to play.'}
        </p>
      )}
      {items.isPending && <Skeleton style={{ aspectRatio: '16 / 9' }} />}
      {items.isLoadingError && <LoadFailure message={getErrorMessage(items.error)} onRetry={() => void items.refetch()} />}
    </div>
  );
}

/** The zones of the screen. Without a layout, only people who may choose one see the section. */
function LayoutSection({ playlist }: { playlist: Playlist }) {
  const draft = toDraft(playlist.layout);
  if (!playlist.layout && !playlist.abilities.edit) return null;
  return (
    <section className={styles.layout} aria-labelledby="layout">
      <div>
        <LayoutPicture draft={draft} playlist={playlist} isSmall />
      </div>
      <div>
        <h2 id="layout" className={styles.heading}>
          Layout
        </h2>
        <p className={styles.left}>
          {draft.preset === null
            ? 'The playlist fills the screen.'
            : draft.zones.map(({ zone, album }) => `${ZONE_LABELS[zone]}: ${album?.name ?? 'empty'}`).join(' · ')}
        </p>
      </div>
      {playlist.abilities.edit && (
        <Link to="/main/playlist/layout" search={{ playlistId: playlist._id }} className={buttonClass()}>
          {playlist.layout ? 'Change layout' : 'Choose layout'}
        </Link>
      )}
    </section>
  );
}

/** Plays the items that a screen in this browser's time zone would show now. */
function TimedPlayer({ items, playlist }: { items: readonly PlaylistItem[]; playlist: Playlist }) {
  const valid = useValidItems(items);
  const shown = valid.filter(({ zone }) => zone === 'main');
  const left = items.length - valid.length;
  return (
    <>
      {shown.length > 0 && <PlaylistPlayer key={String(playlist.synchronized)} items={valid} playlist={playlist} />}
      {shown.length === 0 && <p className={styles.none}>All items are limited to other times, so screens skip this playlist now.</p>}
      {shown.length > 0 && left > 0 && (
        <p className={styles.left}>{`${formatCount(left, 'item')} limited to other times ${left === 1 ? 'is' : 'are'} skipped now.`}</p>
      )}
    </>
  );
}

function Albums({ playlist }: { playlist: Playlist }) {
  const { sort = 'sequence' } = useSearch({ from: '/main/playlistpreview' });
  const navigate = useNavigate();
  const sortBy = (next: EntrySort) =>
    void navigate({
      to: '/main/playlistpreview',
      search: (before) => ({ ...before, sort: next === 'sequence' ? undefined : next }),
      replace: true,
      resetScroll: false,
    });
  return (
    <section aria-labelledby="albums">
      <div className={styles.head}>
        <h2 id="albums" className={styles.heading}>
          Albums
        </h2>
        {playlist.albumArr.length > 1 && (
          <>
            <SortMenu value={sort} onChange={sortBy} choices={SORTS} />
            {playlist.abilities.edit && (
              <Link to="/main/playlist/albumsequence" search={{ playlistId: playlist._id }} className={buttonClass('quiet')}>
                <GripIcon size={18} />
                Reorder
              </Link>
            )}
          </>
        )}
      </div>
      <PlaylistAlbums playlist={playlist} sort={sort} />
    </section>
  );
}

function PlaylistViewDialogs({ playlist }: { playlist: Playlist }) {
  const dialog = useDialog();
  const { userId, orgId } = useAccountInView();
  const { abilities } = playlist;
  return (
    <>
      <PlaylistFormDialog isOpen={dialog.dialog === 'edit' && abilities.edit} playlist={playlist} onClose={dialog.close} />
      <PublishDialog
        isOpen={dialog.dialog === 'publish' && abilities.publish}
        onClose={dialog.close}
        playlist={playlist}
        scope={{ userId, orgId }}
      />
    </>
  );
}

/** Explains that albums are hidden because they are no longer shared. `sharee` is the person they were shared with. */
function getRevokedMessage(count: number, sharee: string): string {
  const subject = count === 1 ? '1 album in this playlist is' : `${count} albums in this playlist are`;
  return `${subject} no longer shared with ${sharee}, so ${count === 1 ? 'it isn’t' : 'they aren’t'} shown on any screen.`;
}

/** Explains to members of a family why they do not see pictures that its screens show. */
function getPrivateMessage({ privateAlbums, ownerName }: Playlist): string {
  const subject = privateAlbums === 1 ? '1 album in this playlist is' : `${privateAlbums} albums in this playlist are`;
  return `${subject} private. Screens show ${privateAlbums === 1 ? 'it' : 'them'}, but only ${ownerName} sees the photos and videos here.`;
}
