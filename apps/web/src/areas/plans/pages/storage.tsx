import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { Album } from '@vitrine/contract/albums';
import { LIMITS } from '@vitrine/contract/limits';
import { MESSAGES } from '@vitrine/contract/messages';
import type { Playlist } from '@vitrine/contract/playlists';
import type { StorageDetails } from '@vitrine/contract/storage';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatBytes, formatCount } from '../../../lib/format.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Donut, type DonutPart } from '../../../ui/charts.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Progress, Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { storageOptions } from '../../accounts/api/entitlements.ts';
import { GoToAlbumsLink } from '../../accounts/parts/page-links.tsx';
import { albumListOptions } from '../../albums/api/albums.ts';
import { AlbumCover } from '../../albums/parts/album-cover.tsx';
import { playlistListOptions } from '../../playlists/api/playlists.ts';
import { PlaylistCover } from '../../playlists/parts/playlist-cover.tsx';
import styles from './storage.module.css';

export function StoragePage() {
  const account = useAccountInView();
  const storage = useQuery(storageOptions(account.userId, account.orgId));
  const albums = useQuery(albumListOptions('mine', account));
  const playlists = useQuery(playlistListOptions(account.userId, undefined, account.orgId));
  const failed = [storage, albums, playlists].filter(({ isLoadingError }) => isLoadingError);
  // Several failures are shown once and retried together.
  const isOneFailure = failed.length > 1;
  const isShown = ({ isLoadingError }: { isLoadingError: boolean }) => !(isOneFailure && isLoadingError);
  return (
    <>
      <PageHeader
        title="Storage"
        note={storage.data && `${formatBytes(storage.data.totalStorage)} of ${storage.data.quotaBytes / 1e9} GB used`}
      />
      <div className={styles.page}>
        {isOneFailure && (
          <LoadFailure
            message={getErrorMessage(failed[0]?.error)}
            onRetry={() => void Promise.all(failed.map(({ refetch }) => refetch()))}
          />
        )}
        {storage.isPending && <Skeleton style={{ height: 320 }} />}
        {storage.isLoadingError && !isOneFailure && (
          <LoadFailure message={getErrorMessage(storage.error)} onRetry={() => void storage.refetch()} />
        )}
        {storage.data && <StorageOverview details={storage.data} />}
        <div className={styles.lists}>
          {isShown(albums) && <AlbumUsage />}
          {isShown(playlists) && <PlaylistUsage />}
        </div>
      </div>
    </>
  );
}

interface UsageKind extends DonutPart {
  count: string;
}

function getUsageByKind(details: StorageDetails): UsageKind[] {
  return [
    { label: 'Images', colour: 'var(--chart-1)', value: details.totalImageStorage, count: formatCount(details.imageCount, 'image') },
    { label: 'Videos', colour: 'var(--chart-2)', value: details.totalVideoStorage, count: formatCount(details.videoCount, 'video') },
    ...(details.otherCount > 0
      ? [
          {
            label: 'Documents and other items',
            colour: 'var(--chart-5)',
            value: details.totalOtherStorage,
            count: formatCount(details.otherCount, 'item'),
          },
        ]
      : []),
    {
      label: 'Shared files',
      colour: 'var(--chart-3)',
      value: details.shareAlbumStorage,
      count: formatCount(details.shareAlbumCount, 'shared album'),
    },
    { label: 'Trash', colour: 'var(--chart-4)', value: details.binStorage, count: 'Deleted items are kept for 30 days' },
  ];
}

function StorageOverview({ details }: { details: StorageDetails }) {
  const used = (details.totalStorage / details.quotaBytes) * 100;
  const left = Math.max(0, 100 - used);
  const kinds = getUsageByKind(details);
  return (
    <Panel title="Total storage">
      <Row wrap align="center" justify="center" gap={8}>
        <Donut parts={kinds} total={details.quotaBytes}>
          <Text as="strong" size="lg" isTabular>
            {formatBytes(details.totalStorage)}
          </Text>
          <Text as="span" tone="soft" size="sm" isTabular>
            of {details.quotaBytes / 1e9} GB
          </Text>
        </Donut>
        <div className={styles.figures}>
          <p className={styles.percents}>
            <span>
              <strong>{used.toFixed(2)}%</strong> used
            </span>
            <span>
              <strong>{left.toFixed(2)}%</strong> left
            </span>
          </p>
          <ul className={styles.kinds}>
            {kinds.map(({ label, colour, value, count }) => (
              <li key={label}>
                <span className={styles.swatch} style={{ background: colour }} aria-hidden="true" />
                <Stack as="span" grows>
                  {label === 'Trash' ? <Link to="/main/bin">{label}</Link> : label}
                  <Text as="span" tone="soft" size="sm" isTabular>
                    {count}
                  </Text>
                </Stack>
                <span>{formatBytes(value)}</span>
              </li>
            ))}
          </ul>
        </div>
      </Row>
    </Panel>
  );
}

function AlbumUsage() {
  const albums = useQuery(albumListOptions('mine', useAccountInView()));
  const sorted = (albums.data ?? []).toSorted((one, other) => other.albumStorage - one.albumStorage);
  return (
    <Panel title="Albums" note={`Each album can hold up to ${LIMITS.albumBytes / 1e9} GB.`}>
      {albums.isPending && <Skeleton style={{ height: 160 }} />}
      {albums.isLoadingError && <LoadFailure message={getErrorMessage(albums.error)} onRetry={() => void albums.refetch()} />}
      {albums.data && sorted.length === 0 && (
        <Stack align="start" gap={3}>
          <Text tone="soft" size="sm" isTabular>
            {MESSAGES.noAlbum}
          </Text>
          <GoToAlbumsLink />
        </Stack>
      )}
      {sorted.length > 0 && (
        <DataTable
          label="Albums by size"
          head="Album"
          rows={sorted}
          room="little"
          pictureOf={(album) => <AlbumCover album={album} />}
          titleOf={(album) => (
            <Link to="/main/media" search={{ albumId: album._id }}>
              {album.name}
            </Link>
          )}
          columns={ALBUM_COLUMNS}
          noteOf={({ albumStorage }) => formatBytes(albumStorage)}
        />
      )}
    </Panel>
  );
}

const ALBUM_COLUMNS: Column<Album>[] = [
  { head: 'Size', isNumber: true, cell: ({ albumStorage }) => formatBytes(albumStorage) },
  {
    head: `Usage (of ${LIMITS.albumBytes / 1e9} GB)`,
    cell: ({ name, albumStorage }) => (
      <span className={styles.share}>
        <Progress value={(albumStorage / LIMITS.albumBytes) * 100} label={`Storage used by ${name}`} />
      </span>
    ),
  },
];

function PlaylistUsage() {
  const { userId, orgId } = useAccountInView();
  const playlists = useQuery(playlistListOptions(userId, undefined, orgId));
  const count = playlists.data?.length ?? 0;
  return (
    <Panel title="Playlists" note={playlists.data && formatCount(count, 'playlist')}>
      {playlists.isPending && <Skeleton style={{ height: 160 }} />}
      {playlists.isLoadingError && <LoadFailure message={getErrorMessage(playlists.error)} onRetry={() => void playlists.refetch()} />}
      {playlists.data && count === 0 && (
        <Stack align="start" gap={3}>
          <Text tone="soft" size="sm" isTabular>
            {MESSAGES.noPlaylist}
          </Text>
          <Link to="/main/playlist" search={{ dialog: 'create' }} className={buttonClass()}>
            Create playlist
          </Link>
        </Stack>
      )}
      {count > 0 && (
        <DataTable
          label="Playlists"
          head="Playlist"
          rows={playlists.data ?? []}
          room="little"
          pictureOf={(playlist) => <PlaylistCover playlist={playlist} />}
          titleOf={({ _id, name }) => (
            <Link to="/main/playlistpreview" search={{ playlistId: _id }}>
              {name}
            </Link>
          )}
          columns={PLAYLIST_COLUMNS}
          noteOf={({ itemCount, sizeBytes }) => `${formatCount(itemCount, 'item')} · ${formatBytes(sizeBytes)}`}
        />
      )}
    </Panel>
  );
}

const PLAYLIST_COLUMNS: Column<Playlist>[] = [
  { head: 'Items', isNumber: true, cell: ({ itemCount }) => itemCount },
  { head: 'Size', isNumber: true, cell: ({ sizeBytes }) => formatBytes(sizeBytes) },
];
