import { useQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Subscription, SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate } from '../../../lib/format.ts';
import { useEffectiveAccount, useSession } from '../../../lib/session.ts';
import { FamilyIcon, SubscriptionIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { BackLink, PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { planAllowancesOptions } from '../../accounts/api/entitlements.ts';
import { PurchaseSteps } from '../../accounts/parts/purchase-steps.tsx';
import { familyOptions } from '../../families/api/families.ts';
import { cardSubscriptionOptions } from '../api/plans.ts';
import { ChoosePlan } from '../parts/choose-plan.tsx';
import { CurrentPlan } from '../parts/current-plan.tsx';
import { isSubscriptionRunning } from '../plan-offers.ts';
import { getFullPlanName } from '../subscription-labels.ts';
import { PlanAllowances } from './plan-allowances.tsx';
import styles from './subscription.module.css';

/** The plan of the account in view, and the plans there are. A sub-admin in the family's account has that of the family. */
export function SubscriptionPage() {
  const { userId, isOwn } = useAccountInView();
  const { mode, orgId } = useEffectiveAccount();
  const { choose, steps } = useSearch({ from: '/main/subscription' });
  return (
    <div className={styles.page}>
      {steps && <PurchaseSteps current="Select Plans" />}
      <PageHeader
        title={steps ? 'Select your plan' : 'Subscription'}
        back={choose && !steps && <BackLink to="/main/subscription" label="Back to subscription" />}
      />
      {isOwn && mode === 'sub-admin' && orgId ? <FamilyPlanNote orgId={orgId} /> : <PlanSection userId={userId} isOwn={isOwn} />}
    </div>
  );
}

function FamilyPlanNote({ orgId }: { orgId: string }) {
  const organisation = useQuery(familyOptions(orgId));
  if (organisation.isLoadingError)
    return <LoadFailure message={getErrorMessage(organisation.error)} onRetry={() => void organisation.refetch()} />;
  if (!organisation.data) return <Skeleton style={{ height: 180 }} />;
  return (
    <EmptyState icon={<FamilyIcon size={26} />} title={`You are already added to ${organisation.data.name}`}>
      You’re covered by the family’s plan. To see your own plan, turn off Family account in the profile menu.
    </EmptyState>
  );
}

function PlanSection({ userId, isOwn }: { userId: string; isOwn: boolean }) {
  const { choose, steps } = useSearch({ from: '/main/subscription' });
  const isBuyer = useSession()?.role === 'user' && isOwn;
  const plan = useQuery(planAllowancesOptions(userId));
  const boughtId = plan.data?.subscriptionId ?? '';
  const bought = useQuery({ ...cardSubscriptionOptions(boughtId), enabled: boughtId !== '' });
  const failed = [plan, bought].find(({ isLoadingError }) => isLoadingError);
  if (failed) return <LoadFailure message={getErrorMessage(failed.error)} onRetry={() => void failed.refetch()} />;
  if (plan.data === undefined || (boughtId !== '' && !bought.data)) return <Skeleton style={{ height: 240 }} />;
  const active = bought.data && isSubscriptionRunning(bought.data) ? bought.data : undefined;
  const isChoosing = isBuyer && (choose || steps || !active);
  return (
    <>
      {!(active && isChoosing) && !steps && <CurrentPlanSection plan={plan.data} bought={bought.data} userId={userId} isOwn={isOwn} />}
      {isChoosing && <ChoosePlan active={active} />}
      {plan.data && !steps && !choose && <PlanAllowances userId={userId} plan={plan.data} />}
    </>
  );
}

interface CurrentProps {
  plan: SubscriptionSummary | null;
  bought?: Subscription;
  userId: string;
  isOwn: boolean;
}

function CurrentPlanSection({ plan, bought, userId, isOwn }: CurrentProps) {
  if (bought) return <CurrentPlan subscription={bought} allowance={plan} userId={userId} isOwn={isOwn} />;
  if (plan) return <TrialSummary plan={plan} />;
  return <EmptyState icon={<SubscriptionIcon size={26} />} title={BUSINESS_MESSAGES.noSubscription} />;
}

const DAY_MS = 86_400_000;
const STATUS = { active: { tone: 'success', word: 'Active' }, expired: { tone: 'danger', word: 'Expired' } } as const;

/** The plan of an account that has never bought one. */
function TrialSummary({ plan }: { plan: SubscriptionSummary }) {
  const { tone, word } = STATUS[plan.status];
  const name = getFullPlanName(plan.planName);
  const facts: [string, string][] = [
    ['Plan', name],
    ['Billing period', plan.isTrial ? '30-day trial' : '–'],
    ['Expire on', formatDate(plan.endDate)],
    ['Devices', plan.devices.allowed === null ? 'Unlimited' : String(plan.devices.allowed)],
    ['Users', String(plan.users)],
    ['Price', plan.isTrial ? 'Free' : '--'],
  ];
  return (
    <Panel title={name} note={getTrialSentence(plan)} actions={<Badge tone={tone}>{word}</Badge>}>
      <FactGrid facts={facts} />
    </Panel>
  );
}

function getTrialSentence({ status, isTrial, endDate }: SubscriptionSummary): string {
  const [what, it] = isTrial ? ['trial', 'The trial'] : ['plan', 'The plan'];
  if (status === 'expired')
    return `${it} has ended. Choose a plan to upload files and add devices. Your content is kept and keeps playing.`;
  const days = Math.max(1, Math.ceil((new Date(endDate).getTime() - Date.now()) / DAY_MS));
  return days === 1 ? `${it} ends in less than a day.` : `${days} days left in your ${what}.`;
}
