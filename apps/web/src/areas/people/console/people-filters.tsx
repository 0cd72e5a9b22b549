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

/** Search parameters that remove all filters. */
export const NO_PEOPLE_FILTERS: PeopleSearch = {
  string: undefined,
  filter: undefined,
  platform: undefined,
  disabled: undefined,
  from: undefined,
  until: undefined,
};

/** Parses the filters in the URL and ignores invalid ones. */
export const toPeopleFilters = ({ string, filter, platform, sort, disabled, from, until }: PeopleSearch): PeopleFilters => ({
  string,
  filter: readOneOf(filter, ROLES),
  platform: readOneOf(platform, PLATFORMS),
  sort: readOneOf(sort, SORTS),
  disabled: disabled === '1' ? '1' : undefined,
  ...toTimestamps({ from, until }),
});

/** Filters by role, platform, registration date and status. Partner administrators see only partner accounts, so they get no platform filter. */
export function PeopleFilterFields({ search, onChange }: { search: PeopleSearch; onChange: (patch: PeopleSearch) => void }) {
  const session = useSession();
  const seesBothPlatforms = session?.isSuperAdmin === true || session?.platform !== 'WV';
  return (
    <>
      <SelectField
        label="Role"
        placeholder="All"
        options={getRoleFilterChoices(session?.isSuperAdmin === true)}
        value={readOneOf(search.filter, ROLES) ?? ''}
        onChange={(event) => onChange({ filter: event.target.value || undefined })}
      />
      {seesBothPlatforms && (
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
  /** `1` includes disabled accounts. */
  disabled?: string;
  /** First registration day, included. `until` is the last day, also included. */
  from?: string;
  until?: string;
  person?: string;
}
