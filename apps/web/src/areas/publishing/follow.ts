import type { Device } from '@vitrine/contract/devices';
import { formatCount } from '../../lib/format.ts';

/** Returns the progress of a screen with its latest publish: complete once it plays the newest manifest; failures as messages. */
export function getSyncProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): {
  isReady: boolean;
  fault: string | null;
} {
  const isReady = status === 1 && screen !== null && screen.revision >= revision;
  const [first, ...others] = screen?.failed ?? [];
  const more = others.length > 0 ? `. ${formatCount(others.length, 'more item')} failed` : '';
  return { isReady, fault: first && status === 1 ? `Can’t show everything: ${first.reason}${more}` : null };
}
