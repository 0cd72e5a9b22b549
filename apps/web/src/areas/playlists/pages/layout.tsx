import { useQuery } from '@tanstack/react-query';
import { Navigate, useNavigate, useSearch } from '@tanstack/react-router';
import { DIVIDER, type SideZone, ZONE_LABELS } from '@vitrine/contract/layouts';
import type { Playlist } from '@vitrine/contract/playlists';
import { useId, useState } from 'react';
import { getLoadFailure } from '../../../lib/app-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { SegmentedChoice } from '../../../ui/segmented-choice.tsx';
import { UnsavedChangesPrompt } from '../../../ui/unsaved-changes.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { AlbumPickerDialog } from '../../albums/parts/album-picker-dialog.tsx';
import { playlistOptions, saveToasts, useSetLayout } from '../api/playlists.ts';
import { changePreset, changeZone, isSameDraft, type LayoutDraft, toBody, toDraft } from '../layout-draft.ts';
import styles from '../parts/layout.module.css';
import { LayoutPicture } from '../parts/layout-picture.tsx';
import { PresetChoice } from '../parts/preset-choice.tsx';
import { ZoneList } from '../parts/zone-list.tsx';

/** Divides the screen into zones. The playlist plays in the main one, each of the others shows an album. */
export function LayoutPage() {
  const { playlistId } = useSearch({ from: '/main/playlist/layout' });
  const playlist = useQuery(playlistOptions(playlistId));
  if (playlist.data && !playlist.data.abilities.edit) return <Navigate to="/main/playlistpreview" search={{ playlistId }} replace />;
  if (getLoadFailure(playlist)) return <PageFailure query={playlist} what="playlist" others="/main/playlist" />;
  if (!playlist.data) {
    return (
      <>
        <PageHeader title="Layout" back={<BackLink to="/main/playlistpreview" search={{ playlistId }} label="Back to playlist" />} />
        <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 720 }} />
      </>
    );
  }
  return <LayoutEditor key={playlistId} playlist={playlist.data} />;
}

function LayoutEditor({ playlist }: { playlist: Playlist }) {
  const playlistId = playlist._id;
  const navigate = useNavigate();
  const saved = toDraft(playlist.layout);
  const [draft, setDraft] = useState(saved);
  const isChanged = !isSameDraft(draft, saved);
  const save = useSetLayout(playlistId, {
    ...saveToasts,
    onSuccess: (response, input, refreshed) => {
      void saveToasts.onSuccess(response, input, refreshed);
      void navigate({ to: '/main/playlistpreview', search: { playlistId }, ignoreBlocker: true });
    },
  });
  return (
    <>
      <PageHeader
        title="Layout"
        note={playlist.name}
        back={<BackLink to="/main/playlistpreview" search={{ playlistId }} label="Back to playlist" />}
        actions={
          <>
            <Button kind="quiet" disabled={!isChanged || save.isPending} onClick={() => setDraft(saved)}>
              Undo
            </Button>
            <Button kind="primary" disabled={!isChanged} isLoading={save.isPending} onClick={() => save.mutate(toBody(draft))}>
              Save
            </Button>
          </>
        }
      />
      <div className={styles.page}>
        <Preview playlist={playlist} draft={draft} />
        <div className={styles.settings}>
          <PresetChoice value={draft.preset} onChange={(preset) => setDraft(changePreset(draft, preset))} />
          {draft.preset === null ? (
            <p className={styles.note}>The playlist fills the screen.</p>
          ) : (
            <ZoneSettings playlist={playlist} draft={draft} onChange={setDraft} />
          )}
        </div>
      </div>
      <UnsavedChangesPrompt isChanged={isChanged} consequence="Your changes to the layout will be lost." />
    </>
  );
}

const SHAPES = [
  { value: 'landscape', label: 'Landscape' },
  { value: 'portrait', label: 'Portrait' },
] as const;

function Preview({ playlist, draft }: { playlist: Playlist; draft: LayoutDraft }) {
  const [shape, setShape] = useState<(typeof SHAPES)[number]['value']>('landscape');
  return (
    <div className={styles.preview}>
      <LayoutPicture playlist={playlist} draft={draft} isPortrait={shape === 'portrait'} />
      <SegmentedChoice label="Screen" value={shape} onChange={setShape} choices={SHAPES} />
    </div>
  );
}

interface ZoneSettingsProps {
  playlist: Playlist;
  draft: LayoutDraft;
  onChange: (draft: LayoutDraft) => void;
}

function ZoneSettings({ playlist, draft, onChange }: ZoneSettingsProps) {
  const [zone, setZone] = useState<SideZone>('side');
  const [isChoosing, setIsChoosing] = useState(false);
  const scope = useAccountInView();
  const used = new Set([...playlist.albumArr.map(({ albumId }) => albumId._id), ...draft.zones.flatMap(({ album }) => album?._id ?? [])]);
  const choose = (chosen: SideZone) => {
    setZone(chosen);
    setIsChoosing(true);
  };
  return (
    <>
      <DividerField value={draft.divider} onChange={(divider) => onChange({ ...draft, divider })} />
      <ZoneList zones={draft.zones} onChoose={choose} onChange={(changed, change) => onChange(changeZone(draft, changed, change))} />
      <p className={styles.note}>
        The playlist plays in the main zone. A zone without anything to show stays black, and when all of them are empty, the playlist fills
        the screen.
      </p>
      <AlbumPickerDialog
        isOpen={isChoosing}
        onClose={() => setIsChoosing(false)}
        scope={{ userId: scope.userId, orgId: scope.orgId }}
        title={`Album for “${ZONE_LABELS[zone]}”`}
        description="Albums that already play in this playlist aren’t listed."
        isEligible={({ _id }) => !used.has(_id)}
        actLabel="Choose"
        missing="Choose an album."
        isBusy={false}
        onPick={(album) => {
          onChange(changeZone(draft, zone, { album }));
          setIsChoosing(false);
        }}
      />
    </>
  );
}

function DividerField({ value, onChange }: { value: number; onChange: (percent: number) => void }) {
  const id = useId();
  return (
    <div className={styles.divider}>
      <div className={styles.dividerLabel}>
        <label htmlFor={id}>Size of the main zone</label>
        <output htmlFor={id}>{value} %</output>
      </div>
      <input
        id={id}
        type="range"
        min={DIVIDER.min}
        max={DIVIDER.max}
        value={value}
        aria-valuetext={`${value} percent`}
        onChange={({ target }) => onChange(Number(target.value))}
      />
    </div>
  );
}
