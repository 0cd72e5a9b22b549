import { useNavigate } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { PersonRow } from '@vitrine/contract/people';
import { AppError, getErrorMessage } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Button } from '../../../ui/button.tsx';
import { EyeIcon } from '../../../ui/icons.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { storeReturnUrl } from '../../accounts/account-in-view.ts';
import { ConsoleList } from '../../console/parts/console-list.tsx';
import { useConsoleList } from '../../console/use-console-list.ts';
import { useOpenView } from '../../staff-access/api/staff-access.ts';
import { peopleOptions, useExportPeople } from './api/people.ts';
import styles from './people.module.css';
import { peopleColumns } from './people-columns.tsx';
import { NO_PEOPLE_FILTERS, PeopleFilterFields, toPeopleFilters } from './people-filters.tsx';
import { type PersonActionHandlers, PersonActions } from './person-actions.tsx';
import { PersonDetails } from './person-details.tsx';
import { PersonDialogs } from './person-dialogs.tsx';

/** Lists all accounts that the administrator may see. The URL stores the filters. */
export function PeoplePage() {
  const { search, filters, rows, narrow, openId, listProps } = useConsoleList('/admin/AllUsers', {
    toFilters: toPeopleFilters,
    options: peopleOptions,
    useExport: useExportPeople,
    noFilters: NO_PEOPLE_FILTERS,
    otherKeys: ['sort'],
    openKey: 'person',
  });
  const isSuperMode = useSession()?.isSuperAdmin === true;
  const actionHandlers = usePersonActions();
  return (
    <div className={styles.list}>
      <ConsoleList
        title="All users"
        label="Users"
        {...listProps}
        columns={peopleColumns(isSuperMode, (person) => actionHandlers.ask('role', person))}
        nameOf={({ name, email }) => `${name}, ${email}`}
        empty={BUSINESS_MESSAGES.noUsers}
        search={{ words: search.string, onChange: (string) => narrow({ string }), placeholder: 'Name or email' }}
        filters={<PeopleFilterFields search={search} onChange={narrow} />}
        sort={filters.sort || 'newest'}
        onSort={(sort) => narrow({ sort })}
        actions={(person) => <PersonActions person={person} isSuperMode={isSuperMode} {...actionHandlers} />}
        actionsWidth="124px"
        panel={openId === undefined ? undefined : { title: 'User', content: <Details userId={openId} actions={actionHandlers} /> }}
      />
      <PersonDialogs rows={rows} isSuperMode={isSuperMode} />
    </div>
  );
}

function usePersonActions(): PersonActionHandlers {
  const navigate = useNavigate();
  const dialog = useDialog();
  const viewAccount = ({ userId }: { userId: string }) => {
    storeReturnUrl();
    void navigate({ to: '/main', search: { userId, open: true } });
  };
  const open = useOpenView({
    onSuccess: (_view, person) => viewAccount(person),
    // Without the user's permission the account's page offers to request it.
    onError: (error, person) =>
      error instanceof AppError && error.code === 'CONSENT_REQUIRED' ? viewAccount(person) : toast.error(getErrorMessage(error)),
  });
  return {
    ask: (name, person) => dialog.open(name, person._id),
    open: (person: PersonRow) => open.mutate({ userId: person._id }),
  };
}

const Details = ({ userId, actions }: { userId: string; actions: PersonActionHandlers }) => (
  <PersonDetails userId={userId}>
    {(person) => (
      <>
        {person.abilities.open && (
          <Button icon={<EyeIcon size={18} />} onClick={() => actions.open(person)}>
            Switch to the user's account
          </Button>
        )}
        {person.abilities.plan && (
          <Button icon={<SubscriptionIcon size={18} />} onClick={() => actions.ask('subscription', person)}>
            Add subscription
          </Button>
        )}
      </>
    )}
  </PersonDetails>
);
