import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { getBrowserName } from '@vitrine/contract/browser-name';
import type { SignInEvent, SignInEventKind, SignInMethod } from '@vitrine/contract/sign-in-events';
import type { StaffGrant, StaffVisit } from '@vitrine/contract/staff-access';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatMoment } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { Row } from '../../../ui/layout.tsx';
import { LoadMore } from '../../../ui/load-more.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { activityQuery, staffGrantsQuery, useAnswerGrant } from '../../staff-access/api/staff-access.ts';
import { describeItems } from '../../staff-access/visit-labels.ts';
import { signInEventsOptions } from '../api/profile.ts';

/** From this number of entries on, the rest is shown on request. */
const FIRST_SHOWN = 10;

/** Sign-ins, refused sign-ins and visits of staff, newest first, with the permissions of staff that are in force above them. */
export function RecentActivity({ hasVisits }: { hasVisits: boolean }) {
  const [isWhole, setIsWhole] = useState(false);
  const grants = useQuery({ ...staffGrantsQuery, enabled: hasVisits });
  const visits = useInfiniteQuery({ ...activityQuery, enabled: hasVisits });
  const signIns = useQuery(signInEventsOptions);
  const allowed = grants.data?.filter(({ state }) => state === 'allowed') ?? [];
  const entries = mergeActivity(signIns.data ?? [], visits.data?.pages.flat() ?? [], visits.hasNextPage);
  const error = signIns.error ?? visits.error;
  const isLoading = signIns.isPending || (hasVisits && visits.isPending);
  const retry = () => {
    void signIns.refetch();
    if (hasVisits) void (visits.data ? visits.fetchNextPage() : visits.refetch());
  };
  const isCut = !isWhole && entries.length > FIRST_SHOWN;
  return (
    <Panel
      title="Recent activity"
      note={hasVisits ? 'Sign-ins to your account, and visits of our staff with what they opened.' : 'Sign-ins to your account.'}
    >
      {isLoading && <Skeleton style={{ height: 56 }} />}
      {error && (
        <Row wrap gap={3} align="center" role="alert">
          <p>{getErrorMessage(error)}</p>
          <Button onClick={retry}>Try again</Button>
        </Row>
      )}
      <EntryList>
        {allowed.map((grant) => (
          <AllowedGrant key={grant._id} grant={grant} />
        ))}
        {entries
          .slice(0, isCut ? FIRST_SHOWN : undefined)
          .map((entry) => ('staffName' in entry ? <Visit key={entry._id} visit={entry} /> : <SignIn key={entry._id} event={entry} />))}
      </EntryList>
      {!isLoading && !error && entries.length === 0 && (
        <Text tone="soft" size="sm">
          No sign-ins have been recorded yet.
        </Text>
      )}
      {(isCut || (visits.hasNextPage && !visits.isFetchNextPageError)) && (
        <LoadMore isLoading={visits.isFetchingNextPage} onMore={() => (isCut ? setIsWhole(true) : void visits.fetchNextPage())} />
      )}
    </Panel>
  );
}

const getTime = (entry: SignInEvent | StaffVisit) => ('staffName' in entry ? entry.startedAt : entry.at);

/** Sorts both kinds by time. While more visits can be loaded, sign-ins that may lie between them are left out. */
function mergeActivity(signIns: SignInEvent[], visits: StaffVisit[], hasMoreVisits: boolean): (SignInEvent | StaffVisit)[] {
  const oldest = visits.at(-1)?.startedAt ?? '';
  const shown = hasMoreVisits ? signIns.filter(({ at }) => at > oldest) : signIns;
  return [...shown, ...visits].toSorted((a, b) => getTime(b).localeCompare(getTime(a)));
}

const SIGN_IN_TITLES: Record<SignInEventKind, string> = {
  signedIn: 'Signed in',
  newBrowser: 'Signed in on a new browser',
  refused: 'Sign-in refused',
  codeMissing: 'Sign-in without a code',
};

const METHOD_LABELS: Record<SignInMethod, string> = { password: '', passkey: ' with a passkey', company: ' with your company account' };

const getSignInTitle = ({ kind, method }: SignInEvent): string =>
  method === null ? SIGN_IN_TITLES[kind] : SIGN_IN_TITLES[kind].replace('Signed in', `Signed in${METHOD_LABELS[method]}`);

function SignIn({ event }: { event: SignInEvent }) {
  const { kind, address, userAgent, at, count } = event;
  const isWarning = kind === 'refused' || kind === 'codeMissing';
  const where = `${getBrowserName(userAgent)}, ${address}`;
  return (
    <Entry title={getSignInTitle(event)} notes={[`${formatMoment(at)}. ${count > 1 ? `${where}, ${count} times that day` : where}`]}>
      {isWarning && <Badge tone="warning">{kind === 'codeMissing' ? 'Was this you?' : 'Refused'}</Badge>}
    </Entry>
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
