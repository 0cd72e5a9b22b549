import { useQuery } from '@tanstack/react-query';
import { Link, Navigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { getLoadFailure } from '../../../lib/app-error.ts';
import { AlbumIcon, PlusIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { UnsavedChangesPrompt } from '../../../ui/unsaved-changes.tsx';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { playlistOptions, saveToasts, useSetAlbumOrder } from '../api/playlists.ts';
import styles from '../parts/album-order.module.css';
import { AlbumOrder } from '../parts/album-order.tsx';
import { mergeSavedOrder, moveEntry } from '../playlist-entries.ts';

export function AlbumSequencePage() {
  const { playlistId } = useSearch({ from: '/main/playlist/albumsequence' });
  const playlist = useQuery(playlistOptions(playlistId));
  const entries = playlist.data?.albumArr ?? [];
  const saved = entries.map((entry) => entry.albumId._id);
  const sequence = useAlbumSequence(playlistId, saved);
  const ordered = sequence.ids.flatMap((id) => entries.find((entry) => entry.albumId._id === id) ?? []);
  if (playlist.data && !playlist.data.abilities.edit) return <Navigate to="/main/playlistpreview" search={{ playlistId }} replace />;
  if (getLoadFailure(playlist)) return <PageFailure query={playlist} what="playlist" others="/main/playlist" />;
  return (
    <div className={styles.page}>
      <PageHeader
        title="Album order"
        note={playlist.data && <SequenceNote name={playlist.data.name} isChanged={sequence.isChanged} />}
        back={<BackLink to="/main/playlistpreview" search={{ playlistId }} label="Back to playlist" />}
        actions={
          <>
            <Button kind="quiet" disabled={!sequence.isChanged || sequence.isSaving} onClick={sequence.undo}>
              Undo
            </Button>
            <Button kind="primary" disabled={!sequence.isChanged} isLoading={sequence.isSaving} onClick={sequence.save}>
              Save
            </Button>
          </>
        }
      />
      {playlist.isPending && <ListSkeleton view="List" />}
      {playlist.data && entries.length === 0 && <NoAlbums playlistId={playlistId} />}
      {entries.length > 0 && <AlbumOrder entries={ordered} onPlace={sequence.place} />}
      <UnsavedChangesPrompt isChanged={sequence.isChanged && !sequence.isSaving} consequence="Your changes will be lost." />
    </div>
  );
}

/** The order being edited, next to the saved one, which others may change in the meantime. */
function useAlbumSequence(playlistId: string, saved: readonly string[]) {
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const ids = draft ? mergeSavedOrder(draft, saved) : saved;
  const save = useSetAlbumOrder(playlistId, {
    ...saveToasts,
    onSuccess: async (answer, order, refreshed) => {
      await saveToasts.onSuccess(answer, order, refreshed);
      setDraft(null);
    },
  });
  return {
    ids,
    isChanged: ids.some((id, index) => id !== saved[index]),
    isSaving: save.isPending,
    place: (id: string, place: number) => setDraft((before) => moveEntry(before ? mergeSavedOrder(before, saved) : saved, id, place)),
    undo: () => setDraft(null),
    save: () => save.mutate(ids),
  };
}

function SequenceNote({ name, isChanged }: { name: string; isChanged: boolean }) {
  return (
    <>
      {name} {isChanged && <Badge tone="warning">Not saved</Badge>}
    </>
  );
}

function NoAlbums({ playlistId }: { playlistId: string }) {
  return (
    <EmptyState
      icon={<AlbumIcon size={26} />}
      title="No albums to reorder"
      action={
        <Link to="/main/playlist/addalbum" search={{ playlistId }} className={buttonClass('primary')}>
          <PlusIcon size={18} />
          Add Album
        </Link>
      }
    >
      Add albums to this playlist first.
    </EmptyState>
  );
}
