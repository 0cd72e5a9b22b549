import type { SubscriptionSummary } from '@vitrine/contract/subscriptions';
import { formatDate } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { FactGrid } from '../../../ui/fact-grid.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { getFullPlanName } from '../subscription-labels.ts';

const DAY_MS = 86_400_000;
const STATUS = { active: { tone: 'success', word: 'Active' }, expired: { tone: 'danger', word: 'Expired' } } as const;

/** The plan of an account that has never bought one. */
export function TrialSummary({ plan }: { plan: SubscriptionSummary }) {
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
