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
    const devices = isByStatus ? `${status} devices` : 'devices';
    const which = tags.length === 1 ? `the tag “${tags[0]}”` : `all of these tags: ${tags.join(', ')}`;
    return <NoMatches title={`No ${devices} have ${which}`} onClear={onClear} label="Show all devices" />;
  }
  if (isByStatus) return <NoMatches title={`No devices are ${status}`} onClear={onClear} label="Show all devices" />;
  return (
    <EmptyState icon={<ScreenIcon size={26} />} title="No device available" action={action}>
      Open {window.location.host}/screen on a TV, tablet or photo frame, then add the six-character ID it shows.
    </EmptyState>
  );
}
