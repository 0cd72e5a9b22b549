import type { DeviceVersion } from '@vitrine/contract/versions';
import { formatDate } from '../../../lib/format.ts';
import { MoreIcon, PencilIcon, TrashIcon, UpgradeIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { IconButton } from '../../../ui/button.tsx';
import { CheckIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { type ListColumn, ListTable } from '../../../ui/list-table.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { SwitchField } from '../../../ui/toggles.tsx';
import { useSetBaseVersion, useSetVersionVisible } from './api/versions.ts';
import { versionToasts } from './version-toasts.ts';
import styles from './versions.module.css';

const NAME: ListColumn<DeviceVersion> = {
  key: 'name',
  head: 'Name',
  cell: ({ name, type, hasFiles }) => (
    <Row as="span" align="center" gap={2} canShrink>
      <span className={styles.cut}>{name}</span>
      {type === 1 && <Badge tone="accent">Base</Badge>}
      {hasFiles && <Badge>Files</Badge>}
    </Row>
  ),
};
const CODE: ListColumn<DeviceVersion> = { key: 'code', head: 'Version number', width: '8.5rem', cell: ({ versionCode }) => versionCode };
const ADDED: ListColumn<DeviceVersion> = { key: 'added', head: 'Added', width: '7.25rem', cell: ({ createdAt }) => formatDate(createdAt) };
const PLATFORM: ListColumn<DeviceVersion> = { key: 'platform', head: 'Platform', width: '5.25rem', cell: ({ platform }) => platform };

export interface VersionActionHandlers {
  onEdit: (version: DeviceVersion) => void;
  onDelete: (version: DeviceVersion) => void;
  /** Starts a staged update of screens to this version. */
  onStart: (version: DeviceVersion) => void;
}

interface VersionListProps extends VersionActionHandlers {
  versions: readonly DeviceVersion[];
  isEditable: boolean;
  openId: string | undefined;
  onClose: () => void;
  onEnd: () => void;
}

/** Lists all versions, newest first, each with a visibility switch. Opening a version edits it, or shows it read-only without that permission. */
export function VersionList({ versions, isEditable, openId, onClose, onEnd, ...acts }: VersionListProps) {
  const visible: ListColumn<DeviceVersion> = {
    key: 'visible',
    head: 'Visible',
    width: '5.25rem',
    cell: (version) => (isEditable ? <VisibleSwitch version={version} /> : version.isVisible ? 'Yes' : 'No'),
  };
  return (
    <ListTable
      label="Versions"
      rows={versions}
      columns={[NAME, CODE, PLATFORM, ADDED, visible]}
      nameOf={({ name, versionCode }) => `${name}, ${versionCode}`}
      openId={openId}
      onOpen={acts.onEdit}
      onClose={onClose}
      onEnd={onEnd}
      {...(isEditable && { actionsWidth: '72px', actions: (version: DeviceVersion) => <VersionMenu version={version} {...acts} /> })}
    />
  );
}

function VisibleSwitch({ version }: { version: DeviceVersion }) {
  const show = useSetVersionVisible(versionToasts);
  return (
    <SwitchField
      label={`${version.name}, ${version.versionCode} is visible to owners`}
      isLabelHidden
      isOn={version.isVisible}
      onChange={(isVisible) => !show.isPending && show.mutate({ version, isVisible })}
    />
  );
}

function VersionMenu({ version, onEdit, onDelete, onStart }: VersionActionHandlers & { version: DeviceVersion }) {
  const base = useSetBaseVersion(versionToasts);
  const isBase = version.type === 1;
  return (
    <Menu trigger={<IconButton label={`Actions for ${version.name}, ${version.versionCode}`} icon={<MoreIcon size={18} />} />}>
      <MenuItem icon={<PencilIcon size={18} />} onSelect={() => onEdit(version)}>
        Edit
      </MenuItem>
      <MenuItem icon={<UpgradeIcon size={18} />} isDisabled={!version.hasFiles} onSelect={() => onStart(version)}>
        Start staged update
      </MenuItem>
      <MenuItem icon={<CheckIcon size={18} />} isDisabled={isBase} onSelect={() => !base.isPending && base.mutate(version)}>
        Make base version
      </MenuItem>
      <MenuItem icon={<TrashIcon size={18} />} isDanger isDisabled={isBase} onSelect={() => onDelete(version)}>
        Delete
      </MenuItem>
    </Menu>
  );
}
