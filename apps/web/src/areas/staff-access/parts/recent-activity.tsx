import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import type { StaffGrant, StaffVisit } from '@vitrine/contract/staff-access';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { activityQuery, staffGrantsQuery, useAnswerGrant } from '../api/staff-access.ts';
import { describeItems, formatMoment } from '../visit-labels.ts';
import styles from './staff-access.module.css';

/** Staff visits to the user's account, and permissions in force. */
export function RecentActivity() {
  const grants = useQuery(staffGrantsQuery);
  const list = useInfiniteQuery(activityQuery);
  const allowed = grants.data?.filter(({ state }) => state === 'allowed') ?? [];
  const visits = list.data?.pages.flat() ?? [];
  return (
    <Panel title="Recent activity" note="Visits of our staff to your account, and what they opened.">
      {list.isPending && <Skeleton style={{ height: 56 }} />}
      {list.error && (
        <div className={styles.failure} role="alert">
          <p>{getErrorMessage(list.error)}</p>
          <Button onClick={() => void (list.data ? list.fetchNextPage() : list.refetch())}>Try again</Button>
        </div>
      )}
      <EntryList>
        {allowed.map((grant) => (
          <AllowedGrant key={grant._id} grant={grant} />
        ))}
        {visits.map((visit) => (
          <Visit key={visit._id} visit={visit} />
        ))}
      </EntryList>
      {list.isSuccess && visits.length === 0 && (
        <Text tone="soft" size="sm">
          No member of our staff has viewed your account.
        </Text>
      )}
      {list.hasNextPage && !list.isFetchNextPageError && (
        <LoadMore isLoading={list.isFetchingNextPage} onMore={() => void list.fetchNextPage()} />
      )}
    </Panel>
  );
}

function AllowedGrant({ grant }: { grant: StaffGrant }) {
  const revoke = useAnswerGrant({
    onSuccess: () => toast.success('Access revoked.'),
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  return (
    <Entry
      title={`${grant.staffName} may view your account`}
      notes={[grant.endsAt ? `Until ${formatMoment(grant.endsAt)}` : 'Until you revoke it']}
    >
      <Button
        aria-label={`Revoke access of ${grant.staffName}`}
        isLoading={revoke.isPending}
        onClick={() => revoke.mutate({ id: grant._id, answer: 'revoke' })}
      >
        Revoke access
      </Button>
    </Entry>
  );
}

const Visit = ({ visit }: { visit: StaffVisit }) => (
  <Entry
    title={`${visit.staffName} viewed your account`}
    notes={[
      `${formatMoment(visit.startedAt)}. ${describeItems(visit)}`,
      ...(visit.reason === null ? [] : [`Viewed without your permission. Reason: ${visit.reason}`]),
    ]}
  >
    {visit.isReadOnly && <Badge>Read only</Badge>}
    {visit.endedAt === null && <Badge tone="success">Viewing now</Badge>}
  </Entry>
);
