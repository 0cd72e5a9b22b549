import type { Device } from '@vitrine/contract/devices';
import { formatCount } from '../../lib/format.ts';

/** How far a screen is with what was published: it has it when it plays the newest manifest; what is wrong, in words. */
export function getSyncProgress({ status, revision, screen }: Pick<Device, 'status' | 'revision' | 'screen'>): {
  isReady: boolean;
  fault: string | null;
} {
  const isReady = status === 1 && screen !== null && screen.revision >= revision;
  const [first, ...others] = screen?.failed ?? [];
  const more = others.length > 0 ? `. ${formatCount(others.length, 'more item')} failed` : '';
  return { isReady, fault: first && status === 1 ? `Can’t show everything: ${first.reason}${more}` : null };
}
