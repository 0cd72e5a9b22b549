import { queryOptions, useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { ATTENTION_DAYS, type AttentionKind, type Overview } from '@vitrine/contract/overview';
import { readOverview } from '@vitrine/contract/overview.endpoints';
import { call } from '../../../lib/api-client.ts';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents, formatCount } from '../../../lib/format.ts';
import { ChevronRightIcon } from '../../../ui/app-icons.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { CheckIcon, InfoIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { formatCompactSize, formatNumber, getAttentionMessage, getGrowth, isUrgent } from '../overview-labels.ts';
import { MetricCard } from './figure-card.tsx';
import styles from './overview.module.css';

const GROWTH_DAYS = 30;

/** Overview of the installation: problems that need attention, and figures. */
export function OverviewPage() {
  const { data, error, isPending, refetch } = useQuery(overviewOptions);
  return (
    <>
      <PageHeader title="Overview" note={data && 'Last 90 days'} />
      {isPending && (
        <div className={styles.page}>
          <Skeleton style={{ height: 120 }} />
          <div className={styles.figures}>
            {['people', 'online', 'storage', 'queue', 'income'].map((name) => (
              <Skeleton key={name} style={{ height: 176 }} />
            ))}
          </div>
        </div>
      )}
      {error && !data && <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />}
      {data && (
        <div className={styles.page}>
          <Attention overview={data} />
          <Figures overview={data} />
        </div>
      )}
    </>
  );
}

function Attention({ overview: { attention, today } }: { overview: Overview }) {
  return (
    <Panel title="Needs attention">
      {attention.length === 0 && (
        <p className={styles.fine}>
          <CheckIcon size={18} /> Everything looks good.
        </p>
      )}
      {attention.length > 0 && (
        <ul className={styles.attention}>
          {attention.map(({ kind, count }) => (
            <li key={kind}>
              <Link className={styles.row} {...getAttentionLink(kind, today)}>
                <span className={styles.mark} data-urgent={isUrgent(kind) ? '' : undefined}>
                  {kind === 'mailNotSent' ? <InfoIcon size={18} /> : <WarningIcon size={18} />}
                </span>
                <span>{getAttentionMessage(kind, count)}</span>
                <ChevronRightIcon size={16} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

const formatGrowth = (growth: number | undefined, word: (value: number) => string): string =>
  growth === undefined ? ' ' : `${growth < 0 ? '−' : '+'}${word(Math.abs(growth))} in ${GROWTH_DAYS} days`;

function Figures({ overview: { people, online, storage, queue, income } }: { overview: Overview }) {
  const share = online.devices === 0 ? '' : ` (${Math.round((online.now / online.devices) * 100)}%)`;
  return (
    <div className={styles.figures}>
      <MetricCard
        title="Users"
        now={formatNumber(people.now)}
        note={formatGrowth(getGrowth(people.days, GROWTH_DAYS), formatNumber)}
        days={people.days}
        chart="Users"
        word={formatNumber}
      />
      <MetricCard
        title="Screens online"
        now={formatNumber(online.now)}
        note={`of ${formatCount(online.devices, 'device')}${share}`}
        days={online.days}
        chart="Peak screens online per day"
        word={formatNumber}
      />
      <MetricCard
        title="Storage"
        now={formatCompactSize(storage.now)}
        note={formatGrowth(getGrowth(storage.days, GROWTH_DAYS), formatCompactSize)}
        days={storage.days}
        chart="Storage used by originals"
        word={formatCompactSize}
      />
      <MetricCard
        title="Video queue"
        now={formatNumber(queue.now)}
        note={queue.now === 1 ? 'video waiting or processing' : 'videos waiting or processing'}
        days={queue.days}
        chart="Peak videos in the queue per day"
        word={formatNumber}
      />
      <MetricCard
        title="Income this month"
        now={formatCents(income.now)}
        note={`${formatCents(income.days.at(-1) ?? 0)} today`}
        days={income.days}
        chart="Income per day"
        word={formatCents}
      />
    </div>
  );
}

const REFRESH_MS = 60_000;

const overviewOptions = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(readOverview, { signal }),
  refetchInterval: REFRESH_MS,
});

/** A page of the console and what it is narrowed to. */
interface ConsoleLink {
  to: string;
  search: Record<string, string>;
}

const DAY_MS = 86_400_000;

/** The list of what needs attention, narrowed to it; `today` is the last day of the overview. */
function getAttentionLink(kind: AttentionKind, today: string): ConsoleLink {
  const from = new Date(Date.parse(today) - ATTENTION_DAYS * DAY_MS).toISOString().slice(0, 10);
  const links: Record<AttentionKind, ConsoleLink> = {
    workersGone: { to: '/admin/system', search: {} },
    diskLow: { to: '/admin/system', search: {} },
    mailFailed: { to: '/admin/system', search: {} },
    mailNotSent: { to: '/admin/system', search: {} },
    jobsFailed: { to: '/admin/system', search: { jobs: 'failed' } },
    videosFailed: { to: '/admin/videoQueue', search: { videos: 'stack', outcome: 'failed' } },
    screensGone: { to: '/admin/devices', search: { filter: 'offline' } },
    paymentsFailed: { to: '/admin/payment', search: { event: 'paymentfailed', from } },
    messagesWaiting: { to: '/admin/messages', search: {} },
  };
  return links[kind];
}
