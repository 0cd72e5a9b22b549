import type { PeopleSort } from '@vitrine/contract/people';
import { readOneOf } from '../../../lib/search-params.ts';
import { useSession } from '../../../lib/session.ts';
import { SelectField } from '../../../ui/select-field.tsx';
import { CheckField } from '../../../ui/toggles.tsx';
import { DateRangeFields, toTimestamps } from '../../console/parts/date-range.tsx';
import type { PeopleFilters } from './api/people.ts';
import { getRoleFilterChoices } from './people-labels.ts';

const ROLES = ['user', 'admin', 'support', 'host', 'advUser'] as const;
const PLATFORMS = ['PP', 'WV'] as const;
const SORTS = ['name-az', 'name-za', 'email-az', 'email-za'] as const satisfies PeopleSort[];

/** The list as it is when nothing narrows it. */
export const NO_PEOPLE_FILTERS: PeopleSearch = {
  string: undefined,
  filter: undefined,
  platform: undefined,
  disabled: undefined,
  from: undefined,
  until: undefined,
};

/** Parses the filters in the address, ignoring invalid ones. */
export const toPeopleFilters = ({ string, filter, platform, sort, disabled, from, until }: PeopleSearch): PeopleFilters => ({
  string,
  filter: readOneOf(filter, ROLES),
  platform: readOneOf(platform, PLATFORMS),
  sort: readOneOf(sort, SORTS),
  disabled: disabled === '1' ? '1' : undefined,
  ...toTimestamps({ from, until }),
});

/** Role, platform, days and whether those who are disabled are listed. The partner's administrators see the partner's people alone. */
export function PeopleFilterFields({ search, onChange }: { search: PeopleSearch; onChange: (patch: PeopleSearch) => void }) {
  const session = useSession();
  const isOfBoth = session?.isSuperAdmin === true || session?.platform !== 'WV';
  return (
    <>
      <SelectField
        label="Role"
        placeholder="All"
        options={getRoleFilterChoices(session?.isSuperAdmin === true)}
        value={readOneOf(search.filter, ROLES) ?? ''}
        onChange={(event) => onChange({ filter: event.target.value || undefined })}
      />
      {isOfBoth && (
        <SelectField
          label="Platform"
          placeholder="All"
          options={PLATFORMS.map((platform) => ({ value: platform, label: platform }))}
          value={readOneOf(search.platform, PLATFORMS) ?? ''}
          onChange={(event) => onChange({ platform: (event.target.value || undefined) as PeopleSearch['platform'] })}
        />
      )}
      <DateRangeFields days={search} what="Registered" onChange={onChange} />
      <CheckField
        label="Include disabled user"
        isOn={search.disabled === '1'}
        onChange={(isOn) => onChange({ disabled: isOn ? '1' : undefined })}
      />
    </>
  );
}

/** Filters and order of the list of users, and the user with open details. */
export interface PeopleSearch {
  string?: string;
  filter?: string;
  platform?: 'PP' | 'WV';
  sort?: string;
  /** `1` with those who are disabled. */
  disabled?: string;
  /** Days, both included. */
  from?: string;
  until?: string;
  person?: string;
}
