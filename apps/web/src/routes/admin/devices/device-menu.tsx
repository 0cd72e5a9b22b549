import type { DeviceLine } from '@vitrine/contract/console-devices';
import type { DeviceAct } from '../../../features/console-devices/api/console-devices.ts';
import { IconButton } from '../../../ui/icon-button.tsx';
import { draw, MoreIcon, RetryIcon, RotateLeftIcon, TrashIcon } from '../../../ui/icons.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';

const PowerIcon = draw('M10 3.5v6M6.2 5.3a6.5 6.5 0 1 0 7.6 0');

/** What an administrator can do to somebody's device; each is asked for once more. */
export const DeviceMenu = ({ device, onAct }: { device: DeviceLine; onAct: (act: DeviceAct) => void }) => (
  <Menu trigger={<IconButton label={`Actions for ${device.name}, ${device.deviceId}`} icon={<MoreIcon size={18} />} />}>
    <MenuItem icon={<RetryIcon size={18} />} onSelect={() => onAct('reboot')}>
      Reboot
    </MenuItem>
    <MenuItem icon={<PowerIcon size={18} />} onSelect={() => onAct('poweroff')}>
      Power off
    </MenuItem>
    <MenuDivider />
    <MenuItem icon={<RotateLeftIcon size={18} />} isDanger onSelect={() => onAct('factory_reset')}>
      Factory reset
    </MenuItem>
    <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onAct('delete')}>
      Delete
    </MenuItem>
  </Menu>
);
