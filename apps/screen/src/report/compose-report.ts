import type { ScreenShell } from '@vitrine/contract/screen-shell';
import type { ScreenReport } from '@vitrine/contract/screens';
import type { ManifestPlayback } from '../playback/manifest-playback.ts';
import type { ScreenPlayer } from '../playback/screen-player.ts';
import { readRemoteAbilities, readSensors } from '../remote/companion.ts';
import type { HealthMonitor } from './health.ts';
import type { ProblemList } from './problems.ts';

interface ReportParts {
  manifests: ManifestPlayback;
  player: ScreenPlayer;
  problems: ProblemList;
  health: HealthMonitor;
  shell: ScreenShell | null;
}

/** Returns the report of a screen from the state of its parts. */
export function composeReport({ manifests, player, problems, health, shell }: ReportParts): ScreenReport {
  const item = player.current;
  return {
    revision: manifests.active?.manifest.revision ?? 0,
    ...manifests.progress,
    publishId: player.publish?.publishId ?? null,
    itemId: item?.id ?? null,
    mediaId: item?.mediaId ?? null,
    failed: problems.reportedProblems,
    paused: player.paused,
    off: player.isOff,
    muted: player.muted,
    ...readSensors(),
    ...readRemoteAbilities(),
    health: health.read(),
    shell,
  };
}
