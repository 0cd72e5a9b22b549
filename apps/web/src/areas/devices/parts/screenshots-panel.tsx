import { useQuery } from '@tanstack/react-query';
import type { Device } from '@vitrine/contract/devices';
import type { Screenshot } from '@vitrine/contract/screenshots';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { Text } from '../../../ui/text.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { screenshotOptions, screenshotsOptions, useRequestScreenshot, useSetHourlyScreenshots } from '../api/screenshots.ts';
import styles from './screenshots-panel.module.css';

/** Panel with the screenshots of a device, the button that requests one, and the setting for hourly ones. */
export function ScreenshotsPanel({ device }: { device: Device }) {
  const list = useQuery(screenshotsOptions(device._id));
  const request = useRequestScreenshot(device._id, { onError: messageToasts.onError });
  const setHourly = useSetHourlyScreenshots(device._id, { onError: messageToasts.onError });
  const isWaiting = request.isPending || Boolean(list.data?.requestedAt);
  const note = list.data && describeRequest(device, isWaiting, list.data.screenshots.length > 0);
  return (
    <Panel
      title="Screenshots"
      actions={
        <Button disabled={device.status === 0} isLoading={isWaiting} onClick={() => request.mutate()}>
          Take screenshot
        </Button>
      }
    >
      {list.isPending && <Skeleton style={{ height: 160 }} />}
      {list.isLoadingError && <LoadFailure message={getErrorMessage(list.error)} onRetry={() => void list.refetch()} />}
      {list.data && (
        <Stack gap={4}>
          {note && <Text tone="soft">{note}</Text>}
          {list.data.screenshots.length > 0 && (
            <Screenshots key={list.data.screenshots[0]?._id} deviceId={device._id} all={list.data.screenshots} />
          )}
          <SwitchField
            label="Take one every hour"
            isOn={setHourly.isPending ? setHourly.variables : list.data.isHourly}
            onChange={(isHourly) => setHourly.mutate(isHourly)}
          />
        </Stack>
      )}
    </Panel>
  );
}

/** Explains a pending or an unavailable screenshot. Returns null for all other states. */
function describeRequest({ status }: Device, isWaiting: boolean, hasScreenshots: boolean): string | null {
  if (isWaiting) return 'Waiting for the screen…';
  const none = hasScreenshots ? [] : ['No screenshots yet.'];
  return [...none, ...(status === 0 ? ['You can take a screenshot when the screen is online.'] : [])].join(' ') || null;
}

const describeTime = ({ takenAt, isHourly }: Screenshot): string => `${formatRelative(takenAt)}${isHourly ? ' (hourly)' : ''}`;

function Screenshots({ deviceId, all }: { deviceId: string; all: readonly Screenshot[] }) {
  const [chosen, setChosen] = useState(all[0]?._id ?? '');
  const shown = all.find(({ _id }) => _id === chosen) ?? all[0];
  if (!shown) return null;
  return (
    <Stack gap={3}>
      <ScreenshotImage deviceId={deviceId} screenshot={shown} />
      <div className={styles.about}>
        <Text as="span" size="sm" tone="soft">
          {describeTime(shown)}
        </Text>
        <Badge>{shown.source === 'page' ? 'As drawn by the page' : 'Captured from the display'}</Badge>
        {shown.differs !== null && (
          <Badge tone={shown.differs ? 'danger' : 'success'}>{shown.differs ? 'Differs from its photo' : 'Matches its photo'}</Badge>
        )}
      </div>
      {all.length > 1 && (
        <SelectField
          label="Screenshot"
          options={all.map((screenshot) => ({ value: screenshot._id, label: describeTime(screenshot) }))}
          value={shown._id}
          onChange={(event) => setChosen(event.target.value)}
        />
      )}
    </Stack>
  );
}

function ScreenshotImage({ deviceId, screenshot }: { deviceId: string; screenshot: Screenshot }) {
  const image = useQuery(screenshotOptions(deviceId, screenshot._id));
  const ratio = { aspectRatio: `${screenshot.width} / ${screenshot.height}` };
  if (image.isLoadingError) return <LoadFailure message={getErrorMessage(image.error)} onRetry={() => void image.refetch()} />;
  return image.data ? (
    <img
      className={styles.image}
      style={ratio}
      src={image.data.image}
      alt={`What the screen showed ${formatRelative(screenshot.takenAt)}`}
    />
  ) : (
    <Skeleton style={ratio} />
  );
}
