import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import type { PublishSchedule } from '@vitrine/contract/schedule-windows';
import { useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { AppError, getLoadFailure } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { MoreIcon, PencilIcon, ScreenIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { PageFailure } from '../../accounts/parts/page-failure.tsx';
import { devicePublishesOptions } from '../../publishing/api/publishes.ts';
import { DayPlan } from '../../publishing/parts/day-plan.tsx';
import { ScheduleCalendar } from '../../publishing/parts/schedule-calendar.tsx';
import { ScheduleDialog } from '../../publishing/parts/schedule-dialog.tsx';
import { toPlan } from '../../publishing/playback-reasons.ts';
import { deviceOptions } from '../api/devices.ts';
import { DeleteDeviceDialog, DevicePublishes } from '../parts/device-dialogs.tsx';
import { DeviceFormDialog } from '../parts/device-form-dialog.tsx';
import { DeviceFacts, DeviceHealth, DeviceSettings, DeviceTags } from '../parts/device-info-panels.tsx';
import { DeviceState, OnlineBadge } from '../parts/device-list.tsx';
import { DevicePicture } from '../parts/device-picture.tsx';
import { DeviceHoursDialog } from '../parts/operating-hours-dialog.tsx';
import { OperationPanel } from '../parts/operation-panel.tsx';
import { ConfirmCommandDialog, RemoteControl } from '../parts/remote-control.tsx';
import { ReplaceScreenDialog } from '../parts/replace-screen-dialog.tsx';
import { ScreenshotsPanel } from '../parts/screenshots-panel.tsx';
import { PrivateAlbumsNotice } from '../parts/share-with-family.tsx';
import styles from './device.module.css';
import { DeviceHistory } from './device-history.tsx';
import { DevicePlays } from './device-plays.tsx';
import { VersionNotice } from './version-notice.tsx';

export function DeviceDetailPage() {
  const { deviceId } = useSearch({ from: '/main/device/devicedetailpage' });
  const navigate = useNavigate();
  const dialog = useDialog();
  const account = useAccountInView();
  const device = useQuery(deviceOptions(deviceId));
  const toDevices = () => void navigate({ to: '/main/device', replace: true });
  const noteReset = useResetResult(device, toDevices);
  if (getLoadFailure(device)) return <PageFailure query={device} what="device" others="/main/device" />;
  const back = <BackLink to="/main/device" label="Back to devices" />;
  if (!device.data) {
    return (
      <>
        <PageHeader title="Device" back={back} />
        <Skeleton style={{ aspectRatio: '16 / 9', maxWidth: 720 }} />
      </>
    );
  }
  return (
    <>
      <PageHeader
        title={device.data.name}
        back={back}
        actions={
          <Menu trigger={<IconButton label={`Actions for ${device.data.name}`} icon={<MoreIcon />} />}>
            <MenuItem icon={<PencilIcon size={18} />} onSelect={() => dialog.open('rename')}>
              Rename
            </MenuItem>
            <MenuItem icon={<ScreenIcon size={18} />} onSelect={() => dialog.open('replace')}>
              Replace screen…
            </MenuItem>
            <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => dialog.open('delete')}>
              Delete
            </MenuItem>
          </Menu>
        }
      />
      <div className={styles.columns}>
        <Stack gap={4} canShrink>
          <div className={styles.picture}>
            <DevicePicture device={device.data} width={800} />
            <span className={styles.badge}>
              <OnlineBadge device={device.data} />
            </span>
          </div>
          <output className={styles.state}>
            <DeviceState device={device.data} />
          </output>
          <VersionNotice device={device.data} />
          <PrivateAlbumsNotice device={device.data} />
          <RemoteControl device={device.data} onConfirm={(command) => dialog.open(command)} />
          <section aria-labelledby="playlists">
            <h2 id="playlists" className={styles.heading}>
              Playlists
            </h2>
            <DevicePublishes device={device.data} onSchedule={(publishId) => dialog.open('schedule', publishId)} />
          </section>
          <DayAndSchedule device={device.data} />
          <ScreenshotsPanel device={device.data} />
          <DeviceHistory device={device.data} />
          <DevicePlays deviceId={deviceId} />
        </Stack>
        <Stack gap={4} canShrink>
          <DeviceTags device={device.data} scope={account} />
          <DeviceSettings device={device.data} />
          <OperationPanel device={device.data} onEdit={() => dialog.open('hours')} />
          <DeviceFacts device={device.data} />
          {device.data.screen?.health && <DeviceHealth health={device.data.screen.health} />}
        </Stack>
      </div>
      <DeviceFormDialog isOpen={dialog.dialog === 'rename'} device={device.data} onClose={dialog.close} />
      <DeviceHoursDialog isOpen={dialog.dialog === 'hours'} device={device.data} onClose={dialog.close} />
      <ReplaceScreenDialog isOpen={dialog.dialog === 'replace'} device={device.data} onClose={dialog.close} />
      <ConfirmCommandDialog
        device={device.data}
        command={dialog.dialog}
        onClose={dialog.close}
        onSent={(command) => command === 'factory_reset' && noteReset()}
      />
      <DeleteDeviceDialog isOpen={dialog.dialog === 'delete'} device={device.data} onClose={dialog.close} onDeleted={toDevices} />
    </>
  );
}

/** A reset screen is no longer a device, so its disappearance means success. */
function useResetResult({ data, error }: { data: Device | undefined; error: Error | null }, leave: () => void) {
  const isAsked = useRef(false);
  const isGone = error instanceof AppError && error.code === 'NOT_FOUND';
  const tell = useEffectEvent(() => {
    if (!data || !(isAsked.current || data.action?.action === 'factory_reset')) return;
    toast.success(`${data.name} was reset. The screen now shows a new ID. Use it to add the screen again.`);
    leave();
  });
  useEffect(() => {
    if (isGone) tell();
  }, [isGone]);
  return () => {
    isAsked.current = true;
  };
}

/** Publishes of the device on a day, and the dialog that schedules them. */
function DayAndSchedule({ device }: { device: Device }) {
  const publishes = useQuery(devicePublishesOptions(device._id));
  const { dialog, target, open, close } = useDialog();
  const [draft, setDraft] = useState<{ publishId: string; schedule: PublishSchedule }>();
  const plan = useMemo(() => toPlan(publishes.data ?? []), [publishes.data]);
  const scheduled = dialog === 'schedule' ? publishes.data?.find(({ _id }) => _id === target) : undefined;
  return (
    <>
      {publishes.data && publishes.data.length > 0 && (
        <>
          <DayPlan publishes={publishes.data} zone={device} hours={device.operation?.hours} />
          <Panel title="Calendar">
            <ScheduleCalendar
              plan={plan}
              zone={device}
              hours={device.operation?.hours}
              onEdit={(playlistId, schedule) => {
                const publish = publishes.data.find(({ playlistId: { _id } }) => _id === playlistId);
                if (!publish) return;
                setDraft(schedule && { publishId: publish._id, schedule });
                open('schedule', publish._id);
              }}
            />
          </Panel>
        </>
      )}
      <ScheduleDialog
        publish={scheduled}
        draft={draft && draft.publishId === scheduled?._id ? draft.schedule : undefined}
        onClose={() => {
          setDraft(undefined);
          close();
        }}
      />
    </>
  );
}
