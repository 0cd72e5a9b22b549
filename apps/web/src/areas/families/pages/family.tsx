import { useQueries, useQuery } from '@tanstack/react-query';
import { getErrorMessage, getLoadFailure } from '../../../lib/app-error.ts';
import { useSession } from '../../../lib/session.ts';
import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { userOptions } from '../../accounts/api/accounts.ts';
import { hasActiveFamilyPlan, planAllowancesOptions } from '../../accounts/api/entitlements.ts';
import { UpgradeLink } from '../../accounts/parts/plan-usage.tsx';
import { familiesOptions, familyOptions, ownInvitationsOptions } from '../api/families.ts';
import { FamilyDashboard } from '../parts/family-dashboard.tsx';
import { CreateFamilyForm } from '../parts/family-form.tsx';
import { FamilyInvitation } from '../parts/family-invitation.tsx';
import { JoinedFamily } from '../parts/joined-family.tsx';
import styles from './family.module.css';

/** Shows the owner's dashboard, the member's page, the form to create a family, or an introduction for other users. */
export function FamilyPage() {
  const { userId, isOwn } = useAccountInView();
  return <div className={styles.page}>{isOwn ? <Families userId={userId} /> : <ViewedFamilies userId={userId} />}</div>;
}

function Families({ userId }: { userId: string }) {
  const orgs = useSession()?.orgs ?? [];
  const families = useQuery(familiesOptions);
  const plan = useQuery(planAllowancesOptions(userId));
  const invitations = useQuery(ownInvitationsOptions);
  // A removed member leaves the page immediately, before the list is refetched.
  const mine = (families.data ?? []).filter(({ id }) => orgs.some((org) => org.id === id));
  const own = mine.find(({ orgRole }) => orgRole === 'owner');
  const joined = mine.filter(({ orgRole }) => orgRole === 'subAdmin');
  const queries = [families, plan, invitations];
  const failed = queries.find(({ isLoadingError }) => isLoadingError);
  const isPending = queries.some((query) => query.isPending);
  const mayCreate = !own && hasActiveFamilyPlan(plan.data);
  return (
    <>
      <PageHeader title={own ? 'Family Dashboard' : 'Family'} />
      {failed && (
        <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void Promise.all(queries.map((query) => query.refetch()))} />
      )}
      {!failed && isPending && <FamilySkeleton />}
      {!failed && !isPending && (
        <>
          {invitations.data?.map((invitation) => (
            <FamilyInvitation key={invitation.id} invitation={invitation} />
          ))}
          {own && <FamilyDashboard family={own} ownId={userId} />}
          {joined.map((family) => (
            <JoinedFamily key={family.id} family={family} ownId={userId} />
          ))}
          {mayCreate && <CreateFamilyForm subscriptionId={plan.data?.subscriptionId ?? null} />}
          {mine.length === 0 && !mayCreate && invitations.data?.length === 0 && <AboutFamilies />}
        </>
      )}
    </>
  );
}

function FamilySkeleton() {
  return (
    <>
      <Row align="center" gap={5}>
        <Skeleton style={{ width: 88, height: 88, borderRadius: '50%' }} />
        <Skeleton style={{ flex: 1, height: 56, maxWidth: 280 }} />
      </Row>
      <Skeleton style={{ height: 260 }} />
    </>
  );
}

/** Families of the account that an administrator views. */
function ViewedFamilies({ userId }: { userId: string }) {
  const user = useQuery(userOptions(userId));
  const families = useQueries({ queries: (user.data?.orgs ?? []).map(({ id }) => familyOptions(id)) });
  const failed = [user, ...families].find(getLoadFailure);
  return (
    <>
      <PageHeader title="Family" />
      {failed && <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />}
      {user.isPending && <FamilySkeleton />}
      {user.data?.orgs.length === 0 && <EmptyState icon={<FamilyIcon size={26} />} title={`${user.data.name} isn’t in a family`} />}
      {families.map(({ data }) => data && <JoinedFamily key={data.id} family={data} ownId={userId} isLookedOn />)}
    </>
  );
}

/** Introduction for users who have no Family Plan and belong to no family. */
function AboutFamilies() {
  return (
    <EmptyState icon={<FamilyIcon size={26} />} title="Share your screens with your family" action={<UpgradeLink />}>
      With the Family Plan, you can share albums, playlists and screens with up to five people. Everyone adds photos from their own account,
      and your screens show them all. You can also join a family that someone else owns.
    </EmptyState>
  );
}
