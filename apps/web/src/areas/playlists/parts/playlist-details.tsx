import { useQuery } from '@tanstack/react-query';
import { type Playlist, playlistForm } from '@vitrine/contract/playlists';
import { useState } from 'react';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { formatBytes, formatClock, formatDate } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { DetailsPicture, DetailsSection, DetailsText } from '../../../ui/details.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { ImageIcon } from '../../../ui/icons.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { NameCaptionForm } from '../../../ui/name-caption-form.tsx';
import { FactList, SidePanel } from '../../../ui/side-panel.tsx';
import { WaitingPublishes } from '../../publishing/parts/waiting-publishes.tsx';
import { playlistOptions, saveToasts, useSavePlaylist, useSetPlaylistCover } from '../api/playlists.ts';
import { ChooseCoverDialog } from './choose-cover-dialog.tsx';
import { PlaylistCover } from './playlist-cover.tsx';
import { PlaylistPublishes } from './playlist-publishes.tsx';
import { PlaylistTags } from './playlist-tags.tsx';

interface PlaylistPanelProps {
  /** Closed without one. */
  playlistId: string | undefined;
  onClose: () => void;
}

export function PlaylistPanel({ playlistId, onClose }: PlaylistPanelProps) {
  const playlist = useQuery({ ...playlistOptions(playlistId ?? ''), enabled: playlistId !== undefined });
  const loss = getLoadFailure(playlist);
  return (
    <SidePanel title="Playlist details" isOpen={playlistId !== undefined} onClose={onClose}>
      {playlist.isPending && <Skeleton style={{ height: 260 }} />}
      {loss && <LoadFailure message={getErrorMessage(loss)} onRetry={() => void playlist.refetch()} />}
      {!loss && playlist.data && <PlaylistDetails playlist={playlist.data} />}
    </SidePanel>
  );
}

/** The detail panel of a playlist: what it is called and shows, whose it is, and where it plays. */
function PlaylistDetails({ playlist }: { playlist: Playlist }) {
  const facts = [
    { term: 'Albums', value: playlist.albumArr.length },
    { term: 'Items', value: playlist.itemCount },
    { term: 'Duration', value: formatClock(playlist.durationMs / 1000) },
    { term: 'Size', value: formatBytes(playlist.sizeBytes) },
    { term: 'Owner', value: playlist.ownerName },
    { term: 'Created', value: formatDate(playlist.createdAt) },
    { term: 'Last modified', value: formatDate(playlist.updatedAt) },
  ];
  return (
    <>
      <DetailsPicture>
        <PlaylistCover playlist={playlist} />
      </DetailsPicture>
      {playlist.abilities.edit ? <Editable playlist={playlist} /> : <DetailsText name={playlist.name} caption={playlist.caption} />}
      <FactList facts={facts} />
      <DetailsSection title="Devices">
        <PlaylistTags playlist={playlist} />
        <PlaylistPublishes playlist={playlist} />
        <WaitingPublishes scope={{ playlistId: playlist._id }} />
      </DetailsSection>
    </>
  );
}

function Editable({ playlist }: { playlist: Playlist }) {
  const save = useSavePlaylist(playlist._id, saveToasts);
  return (
    <>
      <CoverActions playlist={playlist} />
      <NameCaptionForm
        // Shows concurrent changes of the texts, but keeps what is being typed when only the cover changes.
        key={`${playlist._id} ${playlist.name} ${playlist.caption}`}
        words={{ name: playlist.name, caption: playlist.caption }}
        schema={playlistForm}
        isSaving={save.isPending}
        onSave={(words) => save.mutate(words)}
      />
    </>
  );
}

function CoverActions({ playlist }: { playlist: Playlist }) {
  const [isChoosing, setIsChoosing] = useState(false);
  const choose = useSetPlaylistCover(playlist._id, {
    ...saveToasts,
    onSettled: () => setIsChoosing(false),
  });
  return (
    <Stack gap={2}>
      <Button icon={<ImageIcon size={18} />} disabled={playlist.itemCount === 0} onClick={() => setIsChoosing(true)}>
        Choose thumbnail
      </Button>
      {playlist.thumbnail?.isChosen && (
        <Button kind="quiet" isLoading={choose.isPending} onClick={() => choose.mutate(null)}>
          Use album covers
        </Button>
      )}
      <ChooseCoverDialog
        playlist={playlist}
        isOpen={isChoosing}
        isBusy={choose.isPending}
        onClose={() => setIsChoosing(false)}
        onChoose={({ key, name }) => choose.mutate({ key, name, mimetype: 'image/jpeg' })}
      />
    </Stack>
  );
}
