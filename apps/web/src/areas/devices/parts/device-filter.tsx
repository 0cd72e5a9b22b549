import { Button } from '../../../ui/button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu, MenuToggle } from '../../../ui/menu.tsx';

export interface DeviceFilterValue {
  online: boolean;
  offline: boolean;
}

interface DeviceFilterProps {
  value: DeviceFilterValue;
  onChange: (value: DeviceFilterValue) => void;
}

const getFilterLabel = ({ online, offline }: DeviceFilterValue) => (online === offline ? 'All devices' : online ? 'Online' : 'Offline');

export function DeviceFilter({ value, onChange }: DeviceFilterProps) {
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon={<ChevronDownIcon size={18} />} aria-label={`Filter: ${getFilterLabel(value)}`}>
          {getFilterLabel(value)}
        </Button>
      }
    >
      <StatusToggles value={value} onChange={onChange} />
    </Menu>
  );
}

/** Both or neither is no filter (specification 2 §4). */
export const StatusToggles = ({ value, onChange }: DeviceFilterProps) => (
  <>
    <MenuToggle isOn={value.online} onChange={(online) => onChange({ ...value, online })}>
      Online
    </MenuToggle>
    <MenuToggle isOn={value.offline} onChange={(offline) => onChange({ ...value, offline })}>
      Offline
    </MenuToggle>
  </>
);
