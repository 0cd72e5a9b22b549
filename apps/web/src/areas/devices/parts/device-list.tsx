import { Link } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import type { Ref } from 'react';
import { CastIcon, MoreIcon, PencilIcon, ScreenIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { Card, CardGrid, CardSkeleton } from '../../../ui/card.tsx';
import { EyeIcon, InfoIcon, RetryIcon } from '../../../ui/icons.tsx';
import { Progress } from '../../../ui/loading.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import { CheckCircle } from '../../../ui/toggles.tsx';
import { FamilyBadge } from '../../families/parts/family-badge.tsx';
import { getDeviceStateLabel, getScreenProgress } from '../../publishing/screen-progress.ts';
import { getDeviceWarnings } from '../device-labels.ts';
import type { DeviceRow } from '../use-device-rows.ts';
import { DevicePicture } from './device-picture.tsx';
import styles from './device-table.module.css';
import { useDeviceCommands } from './remote-control.tsx';
import { TagList } from './tags.tsx';

export type DeviceAction = 'details' | 'preview' | 'active' | 'rename' | 'replace' | 'delete';

interface DeviceListProps {
  list?: Ref<HTMLUListElement>;
  rows: readonly DeviceRow[];
  selected: ReadonlySet<string>;
  onPick: (id: string, isRange: boolean) => void;
  onAction: (action: DeviceAction, device: Device) => void;
}

export function DeviceList({ list, rows, selected, onPick, onAction }: DeviceListProps) {
  return (
    <CardGrid label="Devices" minWidth={280} list={list}>
      {rows.map(({ _id, device }) =>
        device ? (
          <DeviceCard
            key={_id}
            device={device}
            isSelected={selected.has(_id)}
            onPick={(isRange) => onPick(_id, isRange)}
            onAction={(action) => onAction(action, device)}
          />
        ) : (
          <CardSkeleton key={_id} ratio="16 / 9" />
        ),
      )}
    </CardGrid>
  );
}

interface DeviceCardProps {
  device: Device;
  isSelected: boolean;
  onPick: (isRange: boolean) => void;
  onAction: (action: DeviceAction) => void;
}

function DeviceCard({ device, isSelected, onPick, onAction }: DeviceCardProps) {
  return (
    <Card
      shape="wide"
      check={<CheckCircle label={`Select ${device.name}`} isOn={isSelected} onPick={onPick} isOnPicture />}
      picture={<DevicePicture device={device} />}
      badge={
        <>
          <OnlineBadge device={device} />
          <FamilyBadge of={device} isOnPicture />
        </>
      }
      title={
        <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
          {device.name}
        </Link>
      }
      note={
        <>
          <DeviceState device={device} />
          <TagList tags={device.tags} isWhole />
        </>
      }
      menu={<DeviceMenu device={device} onAction={onAction} />}
    />
  );
}

/** Preview and Active are available for online screens (specification 2 §2). */
export function DeviceMenu({ device, onAction }: { device: Device; onAction: (action: DeviceAction) => void }) {
  const { send, isBusy } = useDeviceCommands(device);
  const isAway = device.status === 0;
  return (
    <Menu trigger={<IconButton label={`Actions for ${device.name}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<InfoIcon size={18} />} onSelect={() => onAction('details')}>
        View Details
      </MenuItem>
      <MenuItem icon={<EyeIcon size={18} />} isDisabled={isAway} onSelect={() => onAction('preview')}>
        Preview
      </MenuItem>
      <MenuItem icon={<CastIcon size={18} />} isDisabled={isAway} onSelect={() => onAction('active')}>
        Active
      </MenuItem>
      <MenuDivider />
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onAction('rename')}>
        Rename
      </MenuItem>
      <MenuItem icon={<RetryIcon size={18} />} isDisabled={isAway || isBusy} onSelect={() => send('reload')}>
        Reload
      </MenuItem>
      <MenuItem icon={<ScreenIcon size={18} />} onSelect={() => onAction('replace')}>
        Replace screen…
      </MenuItem>
      <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onAction('delete')}>
        Delete
      </MenuItem>
    </Menu>
  );
}

export function OnlineBadge({ device }: { device: Device }) {
  return device.status === 1 ? (
    <Badge tone="onPicture" dot="online">
      Online
    </Badge>
  ) : (
    <Badge tone="onPicture" dot="offline">
      Offline
    </Badge>
  );
}

/** State as text, with a progress bar during a download, followed by warnings. */
export function DeviceState({ device }: { device: Device }) {
  const progress = getScreenProgress(device);
  const warnings = getDeviceWarnings(device);
  return (
    <>
      <span>{getDeviceStateLabel(device)}</span>
      {progress.is === 'downloading' && (
        <Progress value={(progress.downloaded / progress.total) * 100} label={`Download to ${device.name}`} />
      )}
      {warnings.length > 0 && (
        <span className={styles.warnings}>
          {warnings.map((warning) => (
            <Badge key={warning} tone="danger">
              {warning}
            </Badge>
          ))}
        </span>
      )}
    </>
  );
}
