import type { Zone } from '@vitrine/playback';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import { type CalendarSegment, explainSegment, formatCalendarDay } from '../calendar-layout.ts';
import type { PlannedPublish } from '../playback-reasons.ts';

interface CalendarSegmentDialogProps {
  date: string;
  segment: CalendarSegment;
  plan: readonly PlannedPublish[];
  zone: Zone;
  onEdit?: (playlistId: string) => void;
  onClose: () => void;
}

/** Explains what a segment shows, and which schedules lose in it. */
export function CalendarSegmentDialog({ date, segment, plan, zone, onEdit, onClose }: CalendarSegmentDialogProps) {
  const { name, publishId, from, to, losses } = segment;
  const edit = (id: string, label: string) => {
    // The main playlist has no schedule of its own (specification 2 §4).
    if (!onEdit || plan.find((publish) => publish.publishId === id)?.main) return null;
    return (
      <Button
        kind="quiet"
        aria-label={`Schedule ${label}`}
        onClick={() => {
          onClose();
          onEdit(id);
        }}
      >
        Schedule
      </Button>
    );
  };
  return (
    <Dialog isOpen onClose={onClose} title={name ?? 'Standby image'} description={`${formatCalendarDay(date)}, ${from} – ${to}`}>
      <Stack gap={4}>
        <Row align="center" justify="between" gap={3}>
          <p>{`Shown because ${explainSegment(plan, zone, segment)}.`}</p>
          {publishId !== null && edit(publishId, name ?? '')}
        </Row>
        {losses.length > 0 && (
          <section aria-labelledby="calendar-losses">
            <Text as="h3" id="calendar-losses" size="sm" weight="bold">
              Not shown at this time
            </Text>
            <Stack as="ul" gap={2}>
              {losses.map((loss) => (
                <li key={loss.key}>
                  <Row align="center" justify="between" gap={3}>
                    <span>
                      <strong>{loss.name}</strong>
                      {`, ${loss.from} – ${loss.to}: ${loss.why}`}
                    </span>
                    {edit(loss.publishId, loss.name)}
                  </Row>
                </li>
              ))}
            </Stack>
          </section>
        )}
      </Stack>
    </Dialog>
  );
}
