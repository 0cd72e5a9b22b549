import { Button } from '../../../ui/button.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import { Menu, MenuToggle } from '../../../ui/menu.tsx';

export interface DeviceFilterChoice {
  online: boolean;
  offline: boolean;
}

const wordsOf = ({ online, offline }: DeviceFilterChoice) => (online === offline ? 'All devices' : online ? 'Online' : 'Offline');

/** Both or neither is no filter (specification 2 §4). */
export function DeviceFilter({ value, onChange }: { value: DeviceFilterChoice; onChange: (value: DeviceFilterChoice) => void }) {
  return (
    <Menu
      trigger={
        <Button kind="quiet" icon={<ChevronDownIcon size={18} />} aria-label={`Filter: ${wordsOf(value)}`}>
          {wordsOf(value)}
        </Button>
      }
    >
      <MenuToggle isOn={value.online} onChange={(online) => onChange({ ...value, online })}>
        Online
      </MenuToggle>
      <MenuToggle isOn={value.offline} onChange={(offline) => onChange({ ...value, offline })}>
        Offline
      </MenuToggle>
    </Menu>
  );
}
