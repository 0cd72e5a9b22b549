import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import { type Environment, environment, type RegistryEntry, type RegistrySort } from '@vitrine/contract/console-devices';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { messageToasts } from '../../../lib/use-api-mutation.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { ChevronDownIcon } from '../../../ui/icons.tsx';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { Menu, MenuChoices } from '../../../ui/menu.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { type RegisterFilters, registerOptions, useExportRegister, useSetEnvironment } from './api/console-devices.ts';
import styles from './screen-registry.module.css';

const SORTS = ['IDascending', 'IDdescending', 'ascending', 'descending'] as const satisfies RegistrySort[];
const NO_REGISTER_FILTERS: RegisterSearch = { string: undefined, filter: undefined, from: undefined, until: undefined };

type Column = ListColumn<RegistryEntry, RegistrySort>;
const COLUMNS: Column[] = [
  { key: 'id', head: 'Device ID', width: '7.25rem', sort: ['IDascending', 'IDdescending'], cell: ({ deviceId }) => deviceId },
  { key: 'last', head: 'Last ID', width: '6.5rem', cell: ({ lastId }) => lastId ?? '–' },
  { key: 'created', head: 'Created', width: '8.75rem', sort: ['ascending', 'descending'], cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'serial', head: 'Serial number', cell: ({ serialNumber }) => serialNumber ?? '–' },
  { key: 'owner', head: 'Ownership', cell: ({ ownerName }) => ownerName ?? '–' },
];

/** Parses the filters in the address, ignoring invalid ones. */
const toRegisterFilters = ({ string, filter, sort, from, until }: RegisterSearch): RegisterFilters => ({
  string,
  filter: readOneOf(filter, ENVIRONMENTS),
  sort: readOneOf(sort, SORTS),
  ...toTimestamps({ from, until }),
});

/** Page of every registered screen, with or without an owner. */
export function ScreenRegisterPage() {
  const { search, filters, rows, narrow, listProps } = useConsoleList('/admin/deviceRegister', {
    toFilters: toRegisterFilters,
    options: registerOptions,
    useExport: useExportRegister,
    noFilters: NO_REGISTER_FILTERS,
    otherKeys: ['sort'],
  });
  const dialog = useDialog();
  const isKept = can(useSession(), 'registry.environment');
  const environment: Column = {
    key: 'environment',
    head: 'Environment',
    width: '8.5rem',
    cell: (entry) => <EnvironmentChip entry={entry} onChange={isKept ? (to) => dialog.open(to, entry._id) : undefined} />,
  };
  return (
    <>
      <ConsoleList
        title="Device Register"
        label="Screens"
        {...listProps}
        columns={[...COLUMNS, environment]}
        nameOf={({ deviceId }) => deviceId}
        empty={BUSINESS_MESSAGES.noDeviceRegister}
        search={{ words: search.string, onChange: (string) => narrow({ string }), placeholder: 'ID, serial number or owner' }}
        filters={
          <>
            <SelectField
              label="Environment"
              placeholder="All"
              options={ENVIRONMENT_CHOICES}
              value={readOneOf(search.filter, ENVIRONMENTS) ?? ''}
              onChange={(event) => narrow({ filter: event.target.value || undefined })}
            />
            <DateRangeFields days={search} what="Created" onChange={narrow} />
          </>
        }
        sort={filters.sort ?? 'descending'}
        onSort={(sort) => narrow({ sort })}
      />
      {isKept && (
        <EnvironmentDialog
          entry={rows.find(({ _id }) => _id === dialog.target)}
          to={readOneOf(dialog.dialog, ENVIRONMENTS)}
          onClose={dialog.close}
        />
      )}
    </>
  );
}

interface EnvironmentChipProps {
  entry: RegistryEntry;
  /** For those who may; another one was chosen. */
  onChange: ((to: Environment) => void) | undefined;
}

/** Environment of a screen, with a menu to change it. */
function EnvironmentChip({ entry: { deviceId, environment }, onChange }: EnvironmentChipProps) {
  if (!onChange)
    return (
      <span className={styles.chip} data-environment={environment}>
        {environment}
      </span>
    );
  const chip = (
    <button type="button" className={styles.chip} data-environment={environment} aria-label={`Environment for ${deviceId}: ${environment}`}>
      {environment}
      <ChevronDownIcon size={14} />
    </button>
  );
  return (
    <Menu trigger={chip} align="start">
      <MenuChoices
        label="Environment"
        value={environment}
        onChange={(to) => to !== environment && onChange(to)}
        choices={ENVIRONMENT_CHOICES}
      />
    </Menu>
  );
}

interface EnvironmentDialogProps {
  entry: RegistryEntry | undefined;
  to: Environment | undefined;
  onClose: () => void;
}

/** Before a screen is put into another environment: which updates it gets then. */
function EnvironmentDialog({ entry, to, onClose }: EnvironmentDialogProps) {
  const change = useSetEnvironment({
    ...messageToasts,
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen={entry !== undefined && to !== undefined && entry.environment !== to}
      onClose={onClose}
      onConfirm={() => entry && to && !change.isPending && change.mutate({ entry, to })}
      title={`Move ${entry?.deviceId ?? ''} from ${entry?.environment ?? ''} to ${to ?? ''}?`}
      consequence={`${entry?.ownerName ? `Owner: ${entry.ownerName}. ` : ''}The screen will receive staged updates for ${to ?? ''} instead of ${entry?.environment ?? ''}. What it plays doesn’t change.`}
      confirmLabel="Move screen"
      isBusy={change.isPending}
    />
  );
}

/** Environments of screens; a staged update reaches one of them. */
const ENVIRONMENTS = environment.options;
const ENVIRONMENT_CHOICES = ENVIRONMENTS.map((value) => ({ value, label: value }));

/** Filters and order of the registry. */
export interface RegisterSearch {
  string?: string;
  /** An environment. */
  filter?: string;
  sort?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
}
