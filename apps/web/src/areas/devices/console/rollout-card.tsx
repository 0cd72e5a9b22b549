import type { Rollout } from '@vitrine/contract/rollouts';
import { formatDate } from '../../../lib/format.ts';
import { PauseIcon, PlayIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { ArrowUpIcon, CloseIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Text, VisuallyHidden } from '../../../ui/text.tsx';
import styles from './rollout-card.module.css';
import {
  formatVersion,
  getNextPercent,
  getRolloutProgress,
  getRolloutProgressLabel,
  getRolloutScopeLabel,
  isRolloutActive,
  ROLLOUT_STATE_BADGES,
} from './rollout-labels.ts';

export interface RolloutActionHandlers {
  onPause: (rollout: Rollout) => void;
  /** Continues after a manual pause or an automatic stop. */
  onResume: (rollout: Rollout) => void;
  onNextStage: (rollout: Rollout) => void;
  onEnd: (rollout: Rollout) => void;
}

/** A staged update: how far it is, why it stopped, and what can be done; without `acts` for those who only look. */
export function RolloutCard({ rollout, acts }: { rollout: Rollout; acts: RolloutActionHandlers | undefined }) {
  const { word, tone } = ROLLOUT_STATE_BADGES[rollout.state];
  const { answered, loading, waiting } = getRolloutProgress(rollout);
  return (
    <article className={styles.card} aria-label={`Update to ${formatVersion(rollout)}`}>
      <header className={styles.head}>
        <div className={styles.words}>
          <Text as="h2" size="base" breaks="anywhere">
            {formatVersion(rollout)}
          </Text>
          <Text tone="soft" size="sm">
            {getRolloutScopeLabel(rollout)}, started {rollout.startedBy && `by ${rollout.startedBy} `}on {formatDate(rollout.createdAt)}
          </Text>
        </div>
        <Badge tone={tone}>{word}</Badge>
      </header>
      <RolloutProgressBar rollout={rollout} />
      <FactGrid
        facts={[
          [
            'Notified',
            rollout.reachable === null ? String(rollout.told) : `${rollout.told} of ${Math.max(rollout.told, rollout.reachable)}`,
          ],
          ['Reported', String(answered)],
          ['Playing', String(rollout.running)],
          ['Rolled back', String(rollout.fallenBack)],
          ['Failed to load', String(rollout.refused)],
          ['No response', String(rollout.silent)],
        ]}
      />
      {rollout.reason && (
        <p className={styles.reason}>
          <WarningIcon size={18} />
          <span>{rollout.reason}</span>
        </p>
      )}
      {rollout.state === 'running' && loading === 0 && waiting > 0 && (
        <Text tone="soft" size="sm">
          Offline screens update when they reconnect.
        </Text>
      )}
      {acts && isRolloutActive(rollout) && <RolloutButtons rollout={rollout} {...acts} />}
    </article>
  );
}

function RolloutButtons({ rollout, onPause, onResume, onNextStage, onEnd }: RolloutActionHandlers & { rollout: Rollout }) {
  const next = getNextPercent(rollout.percent);
  return (
    <Row wrap gap={2}>
      {rollout.state === 'running' && (
        <Button icon={<PauseIcon size={18} />} onClick={() => onPause(rollout)}>
          Pause
        </Button>
      )}
      {rollout.state !== 'running' && (
        <Button icon={<PlayIcon size={18} />} onClick={() => onResume(rollout)}>
          Resume
        </Button>
      )}
      {rollout.state === 'running' && next && (
        <Button icon={<ArrowUpIcon size={18} />} onClick={() => onNextStage(rollout)}>
          Roll out to {next}%
        </Button>
      )}
      <Button kind="quiet" icon={<CloseIcon size={18} />} onClick={() => onEnd(rollout)}>
        End update
      </Button>
    </Row>
  );
}

/** Outcomes of the rollout's screens as a proportional bar. */
function RolloutProgressBar({ rollout }: { rollout: Rollout }) {
  const { failed, loading, waiting } = getRolloutProgress(rollout);
  const parts = [
    ['playing', rollout.running],
    ['failed', failed],
    ['loading', loading],
    ['waiting', waiting],
  ] as const;
  return (
    <div>
      <VisuallyHidden>{getRolloutProgressLabel(rollout)}</VisuallyHidden>
      <div className={styles.bar} aria-hidden="true">
        {parts.map(([part, count]) => count > 0 && <span key={part} data-part={part} style={{ flexGrow: count }} />)}
      </div>
    </div>
  );
}
