import type { DeviceLine } from '@vitrine/contract/console-devices';
import { MoreIcon, PowerIcon, RotateLeftIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { RetryIcon } from '../../../ui/icons.tsx';
import { Menu, MenuDivider, MenuItem } from '../../../ui/menu.tsx';
import type { ConsoleDeviceAction } from './api/console-devices.ts';

/** What an administrator can do to somebody's device; each is asked for once more. */
export const ConsoleDeviceMenu = ({ device, onAct }: { device: DeviceLine; onAct: (act: ConsoleDeviceAction) => void }) => (
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
