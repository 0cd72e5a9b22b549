import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import { PLAY_DAYS_MAX } from '@vitrine/contract/plays';
import { HISTORY_LIMITS, type PublishHistory } from '@vitrine/contract/publish-history';
import { findFirstInstantAt, toLocalDateTime } from '@vitrine/playback';
import { type FormEvent, useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDeviceDateTime } from '../../../lib/wall-clock.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { publishHistoryOptions } from '../../publishing/api/publishes.ts';
import { describeChange, describeLoss, describeReason, describeReport } from '../../publishing/history-labels.ts';
import { devicePlaysOnDayOptions } from '../api/devices.ts';
import { formatTimes } from '../device-labels.ts';
import styles from './device-history.module.css';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
const CHANGES_SHOWN = 5;

interface Moment {
  date: string;
  at: string;
}

/** Shows what a device should have shown at an earlier time, why, and what its screen reported on that day. */
export function DeviceHistory({ device }: { device: Device }) {
  const [now] = useState(() => Date.now());
  const clock = toLocalDateTime(now, device);
  const [date, setDate] = useState(clock.date);
  const [time, setTime] = useState(clock.time);
  const [asked, setAsked] = useState<Moment>();
  const ask = (event: FormEvent) => {
    event.preventDefault();
    const instant = findFirstInstantAt(date, time, device);
    // The current minute means now, because it may contain the change that the user is looking for.
    const latest = Date.now() - 1000;
    setAsked({ date, at: new Date(instant + MINUTE_MS > latest ? latest : instant).toISOString() });
  };
  return (
    <Panel title="History" note={`What was on this screen at an earlier time, in ${device.timeZone.replaceAll('_', ' ')} time`}>
      <form className={styles.form} onSubmit={ask}>
        <TextField
          label="Date"
          type="date"
          value={date}
          min={toLocalDateTime(now - (HISTORY_LIMITS.days - 1) * DAY_MS, device).date}
          max={clock.date}
          onChange={(event) => setDate(event.target.value)}
        />
        <TextField label="Time" type="time" value={time} onChange={(event) => setTime(event.target.value)} />
        <Button type="submit" disabled={date === '' || time === ''}>
          Show history
        </Button>
      </form>
      {asked && <HistoryAt device={device} moment={asked} />}
    </Panel>
  );
}

/** Plays are kept for a shorter time than the history. */
const arePlaysKept = ({ at }: Moment) => Date.now() - Date.parse(at) < (PLAY_DAYS_MAX - 2) * DAY_MS;

function HistoryAt({ device, moment }: { device: Device; moment: Moment }) {
  const history = useQuery(publishHistoryOptions(device._id, moment.at));
  if (history.isPending) return <Skeleton style={{ height: 120 }} />;
  if (history.isLoadingError) return <LoadFailure message={getErrorMessage(history.error)} onRetry={() => void history.refetch()} />;
  const { data } = history;
  if (!data.isKnown) {
    const since = data.since ? ` since ${formatDeviceDateTime(data.since, device)}` : '';
    return <Text tone="soft">{`The history of this screen is recorded${since}. Nothing is known about the time before.`}</Text>;
  }
  const report = describeReport(data, data.reported ? formatDeviceDateTime(data.reported.at, device) : '');
  return (
    <div className={styles.answer} aria-live="polite">
      <p>
        {'The screen should have shown '}
        <strong>{data.shows?.name ?? 'the standby image'}</strong>
        {`, because ${describeReason(data)}.`}
      </p>
      {data.losses.map((loss) => (
        <p key={loss.playlistId}>{describeLoss(loss)}</p>
      ))}
      <Text tone={report.isOther ? 'warning' : undefined}>{report.text}</Text>
      {arePlaysKept(moment) && <ReportedPlays device={device} date={moment.date} shows={data.shows} />}
      {data.changes.length > 0 && (
        <section aria-labelledby="history-changes">
          <Text as="h3" id="history-changes" size="sm" weight="bold">
            Changes before
          </Text>
          <Stack as="ul" gap={1}>
            {data.changes.slice(0, CHANGES_SHOWN).map((change) => (
              <Text as="li" size="sm" key={`${change.at} ${change.playlistId}`}>
                {`${formatDeviceDateTime(change.at, device)}: ${describeChange(change)}`}
              </Text>
            ))}
          </Stack>
        </section>
      )}
    </div>
  );
}

interface ReportedPlaysProps extends Pick<PublishHistory, 'shows'> {
  device: Device;
  date: string;
}

/** Plays that the screen reported for the day. Screens report sums of each day, not single plays. */
function ReportedPlays({ device, date, shows }: ReportedPlaysProps) {
  const plays = useQuery(devicePlaysOnDayOptions(device._id, date));
  if (plays.isPending) return <Skeleton style={{ height: 24 }} />;
  if (plays.isLoadingError) return <Text tone="warning">{getErrorMessage(plays.error)}</Text>;
  const { playlists, count } = plays.data;
  if (count === 0) return <Text tone="warning">The screen reported no plays on this day.</Text>;
  const isReported = shows === null || playlists.some(({ playlistId }) => playlistId === shows.playlistId);
  const list = playlists.map(({ name, count: times }) => `${name ?? 'a deleted playlist'} ${formatTimes(times)}`).join(', ');
  return (
    <>
      <p>{`On this day the screen reported: ${list}.`}</p>
      {shows && !isReported && <Text tone="warning">{`It reported no play of “${shows.name}”.`}</Text>}
    </>
  );
}
