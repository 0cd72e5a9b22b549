import type { Device } from '@vitrine/contract/devices';
import { formatRelative } from '../../lib/format.ts';

/** Returns the state of the last publish: it is deployed once the screen has it. Empty without publishes. */
export function getDeploymentLabel(
  { deployedAt, screen, revision }: Pick<Device, 'deployedAt' | 'screen' | 'revision'>,
  now = Date.now(),
): string {
  if (!deployedAt) return '';
  const when = formatRelative(deployedAt, now);
  if (!screen) return `published ${when}, waiting for the screen to connect`;
  return screen.revision < revision ? `published ${when}, sending to the screen` : `deployed ${when}`;
}
