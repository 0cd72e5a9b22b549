import type { ReactNode } from 'react';
import { ScreenIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NoMatches } from '../../../ui/no-matches.tsx';
import type { DeviceStatusFilter } from '../search-params.ts';

interface NoDevicesProps {
  wanted: string;
  status?: DeviceStatusFilter | undefined;
  /** Folded. */
  tags: readonly string[];
  action: ReactNode;
  onClear: () => void;
}

export function NoDevices({ wanted, status, tags, action, onClear }: NoDevicesProps) {
  if (wanted) return <NoMatches title={`No devices match “${wanted}”`} onClear={onClear} />;
  const isByStatus = status === 'online' || status === 'offline';
  if (tags.length > 0) {
    const which = `${isByStatus ? `${status} ` : ''}device has the tag${tags.length > 1 ? 's' : ''} ${tags.join(' and ')}`;
    return <NoMatches title={`No ${which}`} onClear={onClear} label="Show all devices" />;
  }
  if (isByStatus) return <NoMatches title={`No device is ${status}`} onClear={onClear} label="Show all devices" />;
  return (
    <EmptyState icon={<ScreenIcon size={26} />} title="No device available" action={action}>
      Open {window.location.host}/screen on a television, a tablet or a frame. It shows an id of six characters: add it here.
    </EmptyState>
  );
}
