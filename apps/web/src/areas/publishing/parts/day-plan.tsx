import type { OperatingHours } from '@vitrine/contract/operating-hours';
import type { Publish } from '@vitrine/contract/publishing';
import { listInstantsAt, toLocalDateTime, type ZoneWithOffsets } from '@vitrine/playback';
import { useState } from 'react';
import { ChevronLeftIcon, ChevronRightIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { layoutDayPlan } from '../day-plan-layout.ts';
import { explainTime, toPlan } from '../playback-reasons.ts';
import { useCurrentMinute } from './day-line.tsx';
import styles from './day-plan.module.css';
import { DayRuler } from './day-ruler.tsx';

const DAY_MS = 86_400_000;
const shiftDate = (date: string, days: number) => new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);
const dayName = (date: string) =>
  new Intl.DateTimeFormat('en-US', { weekday: 'long', month: 'long', day: 'numeric', timeZone: 'UTC' }).format(Date.parse(date));

interface DayPlanProps {
  publishes: Publish[];
  zone: ZoneWithOffsets;
  /** Operating hours of the device. */
  hours?: readonly OperatingHours[] | undefined;
}

/** Shows the plan of a device for one day, and the reason for what it shows at a chosen time. */
export function DayPlan({ publishes, zone, hours }: DayPlanProps) {
  const now = useCurrentMinute();
  const clock = toLocalDateTime(now, zone);
  const [chosen, setChosen] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const date = chosen ?? clock.date;
  const time = asked ?? clock.time;
  const plan = toPlan(publishes);
  const ruler = layoutDayPlan(plan, zone, date, hours);
  const [mark] = listInstantsAt(date, time, zone);
  const [start] = listInstantsAt(date, '00:00', zone);
  const at = mark !== undefined && start !== undefined ? (mark - start) / (ruler.length * 36_000) : null;
  return (
    <Panel
      title="Day plan"
      note={`${dayName(date)}, ${zone.timeZone.replaceAll('_', ' ')} time`}
      actions={
        <Row wrap align="center" gap={1}>
          <IconButton label="Previous day" icon={<ChevronLeftIcon />} onClick={() => setChosen(shiftDate(date, -1))} />
          <input
            className={styles.date}
            type="date"
            aria-label="Day"
            value={date}
            onChange={(event) => event.target.value && setChosen(event.target.value)}
          />
          <IconButton label="Next day" icon={<ChevronRightIcon />} onClick={() => setChosen(shiftDate(date, 1))} />
          {date !== clock.date && (
            <Button kind="quiet" onClick={() => setChosen(undefined)}>
              Today
            </Button>
          )}
        </Row>
      }
    >
      <DayRuler ruler={ruler} mark={at} />
      <ReasonAtTime {...{ plan, timeZone: zone, hours, date, time }} onConfirm={setAsked} />
    </Panel>
  );
}

type WhyQuestionProps = Parameters<typeof explainTime>[0] & { onConfirm: (time: string) => void };

function ReasonAtTime({ onConfirm, ...question }: WhyQuestionProps) {
  const { answers, note } = explainTime(question);
  return (
    <div className={styles.question}>
      <TextField
        label="Time to check"
        type="time"
        value={question.time}
        onChange={(event) => event.target.value && onConfirm(event.target.value)}
      />
      <output className={styles.answer}>
        {answers.map(({ shows, isOff, why }, index) => (
          <span key={why}>
            {answers.length > 1 && (index === 0 ? 'The first time: ' : 'The second time: ')}
            <strong>{isOff ? 'Screen off' : (shows ?? 'Standby image')}</strong>
            {`: ${why}.`}
          </span>
        ))}
        {note && <span>{note}</span>}
      </output>
    </div>
  );
}
