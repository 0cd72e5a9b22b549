import type { Playlist } from '@vitrine/contract/playlists';
import { SwitchField } from '../../../ui/toggles.tsx';
import { saveToasts, useSetSynchronized } from '../api/playlists.ts';
import styles from '../pages/playlist.module.css';

const EXPLANATION = 'All screens show the same item at the same time.';

/** Turns synchronized playback on or off. People who may not change the playlist see it only while it is on. */
export function SynchronizedPlayback({ playlist }: { playlist: Playlist }) {
  const save = useSetSynchronized(playlist._id, saveToasts);
  if (!playlist.abilities.edit && !playlist.synchronized) return null;
  return (
    <section className={styles.synchronized} aria-label="Synchronized playback">
      {playlist.abilities.edit ? (
        <SwitchField
          label="Synchronized playback"
          isOn={save.isPending ? save.variables : playlist.synchronized}
          onChange={(isOn) => save.mutate(isOn)}
        />
      ) : (
        <p>Synchronized playback</p>
      )}
      <p className={styles.left}>{EXPLANATION}</p>
    </section>
  );
}
