import { Link } from '@tanstack/react-router';
import type { Device } from '@vitrine/contract/devices';
import { progressWords, screenProgress } from '../../../lib/screen-progress.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Card, CardGrid } from '../../../ui/card.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { MoreIcon, PencilIcon, RetryIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Progress } from '../../../ui/progress.tsx';
import { DevicePicture } from './device-picture.tsx';
import { useOrders } from './remote-control.tsx';

interface DeviceListProps {
  devices: Device[];
  onRename: (device: Device) => void;
  onDelete: (device: Device) => void;
}

export function DeviceList({ devices, onRename, onDelete }: DeviceListProps) {
  return (
    <CardGrid label="Devices" minWidth={280}>
      {devices.map((device) => (
        <Card
          key={device._id}
          shape="wide"
          picture={<DevicePicture device={device} />}
          badge={<OnlineBadge device={device} />}
          title={
            <Link to="/main/device/devicedetailpage" search={{ deviceId: device._id }}>
              {device.name}
            </Link>
          }
          note={<DeviceState device={device} />}
          menu={<DeviceMenu device={device} onRename={onRename} onDelete={onDelete} />}
        />
      ))}
    </CardGrid>
  );
}

function DeviceMenu({ device, onRename, onDelete }: { device: Device } & Pick<DeviceListProps, 'onRename' | 'onDelete'>) {
  const { send, isBusy } = useOrders(device);
  return (
    <Menu trigger={<IconButton label={`Actions for ${device.name}`} icon={<MoreIcon />} />}>
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onRename(device)}>
        Rename
      </MenuItem>
      {device.status === 1 && !isBusy && (
        <MenuItem icon={<RetryIcon size={18} />} onSelect={() => send('reload')}>
          Reload
        </MenuItem>
      )}
      <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onDelete(device)}>
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

/** In words, and as a bar while files are on their way. */
export function DeviceState({ device }: { device: Device }) {
  const progress = screenProgress(device);
  const words =
    progress.is === 'offline' && device.screen?.playlistName ? `Last showed ${device.screen.playlistName}` : progressWords(progress);
  return (
    <>
      <span>{words}</span>
      {progress.is === 'downloading' && (
        <Progress value={(progress.downloaded / progress.total) * 100} label={`Download to ${device.name}`} />
      )}
    </>
  );
}
