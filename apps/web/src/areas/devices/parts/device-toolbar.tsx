import { type DeviceTag, normalizeTag } from '@vitrine/contract/device-tags';
import type { DeviceOrder } from '@vitrine/contract/devices';
import type { ReactNode } from 'react';
import { PencilIcon, TagIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { ChevronDownIcon, CloseIcon, SortIcon } from '../../../ui/icons.tsx';
import { Menu, MenuChoices, MenuDivider, MenuItem, MenuToggle } from '../../../ui/menu.tsx';
import { SearchBox, SortMenu, Toolbar } from '../../../ui/toolbar.tsx';
import { useMediaQuery } from '../../../ui/use-media-query.ts';
import styles from './tags.module.css';

const SORT_CHOICES: readonly { value: DeviceOrder; label: string }[] = [
  { value: 'newest', label: 'Newest first' },
  { value: 'oldest', label: 'Oldest first' },
  { value: 'az', label: 'Name A–Z' },
  { value: 'za', label: 'Name Z–A' },
  { value: 'online', label: 'Online first' },
  { value: 'offline', label: 'Offline first' },
  { value: 'seen', label: 'Recently seen first' },
  { value: 'seenasc', label: 'Not seen the longest' },
];

interface DeviceToolbarProps {
  wanted: string;
  onWant: (text: string) => void;
  status: DeviceFilterValue;
  onStatus: (status: DeviceFilterValue) => void;
  tags: readonly DeviceTag[];
  /** Folded names of those that are filtered by. */
  chosenTags: readonly string[];
  onTags: (folded: string[]) => void;
  onManageTags: () => void;
  sort: DeviceOrder;
  onSort: (sort: DeviceOrder) => void;
  /** The switch of views. */
  views: ReactNode;
}

/** Below, words for each filter take a second row. */
const NARROW = '(max-width: 57.4375rem)';

/** On a phone one row that stays: filters and the order are behind one sign. */
export function DeviceToolbar(props: DeviceToolbarProps) {
  const isNarrow = useMediaQuery(NARROW);
  const search = <SearchBox label="Search devices" value={props.wanted} onChange={props.onWant} />;
  if (isNarrow) {
    return (
      <Toolbar label="Devices" staysOnPhone>
        {search}
        <Menu trigger={<IconButton label="Filter and sort" icon={<SortIcon />} />}>
          <StatusToggles value={props.status} onChange={props.onStatus} />
          <MenuDivider />
          <TagToggles {...props} />
          <MenuDivider />
          <MenuChoices label="Sort By" value={props.sort} onChange={props.onSort} choices={SORT_CHOICES} />
        </Menu>
        {props.views}
      </Toolbar>
    );
  }
  return (
    <Toolbar label="Devices">
      {search}
      <DeviceFilter value={props.status} onChange={props.onStatus} />
      <Menu
        trigger={
          <Button kind="quiet" icon={<TagIcon size={18} />}>
            Tags
          </Button>
        }
      >
        <TagToggles {...props} />
      </Menu>
      <SortMenu value={props.sort} onChange={props.onSort} choices={SORT_CHOICES} />
      {props.views}
    </Toolbar>
  );
}

type TagTogglesProps = Pick<DeviceToolbarProps, 'tags' | 'chosenTags' | 'onTags' | 'onManageTags'>;

/** One for each name: an account and a family may both have it. */
const getTagNames = (tags: readonly DeviceTag[]) => [...new Map(tags.map(({ name }) => [normalizeTag(name), name]))];

function TagToggles({ tags, chosenTags, onTags, onManageTags }: TagTogglesProps) {
  const toggle = (folded: string, isOn: boolean) => onTags(isOn ? [...chosenTags, folded] : chosenTags.filter((other) => other !== folded));
  return (
    <>
      {getTagNames(tags).map(([folded, name]) => (
        <MenuToggle key={folded} isOn={chosenTags.includes(folded)} onChange={(isOn) => toggle(folded, isOn)}>
          {name}
        </MenuToggle>
      ))}
      <MenuItem icon={<PencilIcon size={18} />} onSelect={onManageTags}>
        {tags.length === 0 ? 'About tags' : 'Edit tags'}
      </MenuItem>
    </>
  );
}

/** Active tag filters, each removable. */
export function TagChips({ tags, chosenTags, onTags }: Pick<TagTogglesProps, 'tags' | 'chosenTags' | 'onTags'>) {
  if (chosenTags.length === 0) return null;
  const names = new Map(getTagNames(tags));
  return (
    <div className={styles.chips}>
      {chosenTags.map((folded) => (
        <button
          key={folded}
          type="button"
          className={styles.chip}
          aria-label={`Remove filter ${names.get(folded) ?? folded}`}
          onClick={() => onTags(chosenTags.filter((other) => other !== folded))}
        >
          {names.get(folded) ?? folded}
          <CloseIcon size={14} />
        </button>
      ))}
    </div>
  );
}

export interface DeviceFilterValue {
  online: boolean;
  offline: boolean;
}

interface DeviceFilterProps {
  value: DeviceFilterValue;
  onChange: (value: DeviceFilterValue) => void;
}

const getFilterLabel = ({ online, offline }: DeviceFilterValue) => (online === offline ? 'All devices' : online ? 'Online' : 'Offline');

function DeviceFilter({ value, onChange }: DeviceFilterProps) {
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
const StatusToggles = ({ value, onChange }: DeviceFilterProps) => (
  <>
    <MenuToggle isOn={value.online} onChange={(online) => onChange({ ...value, online })}>
      Online
    </MenuToggle>
    <MenuToggle isOn={value.offline} onChange={(offline) => onChange({ ...value, offline })}>
      Offline
    </MenuToggle>
  </>
);
