import type { Device } from '@vitrine/contract/devices';

export type ScreenProgress =
  | { is: 'offline' }
  | { is: 'sent' }
  | { is: 'downloading'; downloaded: number; total: number }
  | { is: 'showing'; playlistName: string }
  | { is: 'idle' };

/** Where a screen stands on the way to its newest manifest, from what it last told. */
export function screenProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): ScreenProgress {
  if (status === 0) return { is: 'offline' };
  if (!screen) return { is: 'sent' };
  if (screen.revision >= revision) return screen.playlistName ? { is: 'showing', playlistName: screen.playlistName } : { is: 'idle' };
  return screen.downloaded < screen.total ? { is: 'downloading', downloaded: screen.downloaded, total: screen.total } : { is: 'sent' };
}

export function progressWords(progress: ScreenProgress): string {
  switch (progress.is) {
    case 'offline':
      return 'Offline';
    case 'sent':
      return 'Sent, waiting for the screen';
    case 'downloading':
      return `Downloading ${progress.downloaded} of ${progress.total}`;
    case 'showing':
      return `Showing ${progress.playlistName}`;
    case 'idle':
      return 'Nothing published yet';
  }
}
