import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import { can } from '@vitrine/contract/capabilities';
import type { RegisterEntry, RegisterSort } from '@vitrine/contract/console-devices';
import { formatDate } from '../../../lib/format.ts';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import type { ListColumn } from '../../../ui/list-table.tsx';
import { SelectField } from '../../../ui/select-field.tsx';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { useExportRegister } from './api/console-device-mutations.ts';
import { type RegisterFilters, registerOptions } from './api/register.ts';
import { EnvironmentChip } from './environment-chip.tsx';
import { EnvironmentDialog } from './environment-dialog.tsx';
import { ENVIRONMENT_CHOICES, ENVIRONMENTS } from './environments.ts';
import type { RegisterSearch } from './register-search.ts';

const SORTS = ['IDascending', 'IDdescending', 'ascending', 'descending'] as const satisfies RegisterSort[];
const NO_REGISTER_FILTERS: RegisterSearch = { string: undefined, filter: undefined, from: undefined, until: undefined };

type Column = ListColumn<RegisterEntry, RegisterSort>;
const COLUMNS: Column[] = [
  { key: 'id', head: 'Device ID', width: '7.25rem', sort: ['IDascending', 'IDdescending'], cell: ({ deviceId }) => deviceId },
  { key: 'last', head: 'Last ID', width: '6.5rem', cell: ({ lastId }) => lastId ?? '–' },
  { key: 'created', head: 'Created', width: '8.75rem', sort: ['ascending', 'descending'], cell: ({ createdAt }) => formatDate(createdAt) },
  { key: 'serial', head: 'Serial number', cell: ({ serialNumber }) => serialNumber ?? '–' },
  { key: 'owner', head: 'Ownership', cell: ({ ownerName }) => ownerName ?? '–' },
];

/** What an address asks for, as far as there is such a thing. */
const toRegisterFilters = ({ string, filter, sort, from, until }: RegisterSearch): RegisterFilters => ({
  string,
  filter: readOneOf(filter, ENVIRONMENTS),
  sort: readOneOf(sort, SORTS),
  ...toTimestamps({ from, until }),
});

/** Every screen that introduced itself, whoever it belongs to. */
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
