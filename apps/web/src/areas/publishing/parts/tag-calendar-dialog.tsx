import { useQuery } from '@tanstack/react-query';
import type { DeviceTag } from '@vitrine/contract/device-tags';
import { useMemo } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { CalendarIcon } from '../../../ui/app-icons.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { publishesOfTagOptions } from '../api/tag-publishes.ts';
import { toTagPlan } from '../playback-reasons.ts';
import { ScheduleCalendar } from './schedule-calendar.tsx';

/** Calendar of the playlists that are published to a tag, by the clock of this browser. */
export function TagCalendarDialog({ tag, onClose }: { tag: DeviceTag; onClose: () => void }) {
  const publishes = useQuery(publishesOfTagOptions(tag._id));
  const plan = useMemo(() => toTagPlan(publishes.data ?? []), [publishes.data]);
  const { operatingHours } = tag;
  const hours = useMemo(() => operatingHours && [operatingHours], [operatingHours]);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <Dialog
      isOpen
      onClose={onClose}
      size="full"
      title={`Calendar of “${tag.name}”`}
      description="Shows the playlists that are published to this tag. Its devices follow their own clocks, and may have other playlists too."
    >
      {publishes.isPending && <Skeleton style={{ height: 480 }} />}
      {publishes.isLoadingError && <LoadFailure message={getErrorMessage(publishes.error)} onRetry={() => void publishes.refetch()} />}
      {publishes.data?.length === 0 && (
        <EmptyState icon={<CalendarIcon size={26} />} title="Nothing is published to this tag">
          Publish a playlist and choose Tags to show it on all devices with the tag.
        </EmptyState>
      )}
      {plan.length > 0 && <ScheduleCalendar plan={plan} zone={{ timeZone }} hours={hours} />}
    </Dialog>
  );
}
