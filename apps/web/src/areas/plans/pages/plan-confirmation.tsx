import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { Link, useSearch } from '@tanstack/react-router';
import { BUSINESS_MESSAGES } from '@vitrine/contract/business-messages';
import type { Payment } from '@vitrine/contract/payments';
import type { ReactNode } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatCents } from '../../../lib/format.ts';
import { useSession } from '../../../lib/session.ts';
import { ClockIcon, DocumentIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { FactGrid } from '../../../ui/details.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { CheckIcon, WarningIcon } from '../../../ui/icons.tsx';
import { Row } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { PageHeader } from '../../../ui/page-header.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { usePageTitle } from '../../../ui/use-page-title.ts';
import { useAccountInView } from '../../accounts/account-in-view.ts';
import { hasActiveFamilyPlan, planAllowancesOptions } from '../../accounts/api/entitlements.ts';
import { PurchaseSteps } from '../../accounts/parts/purchase-steps.tsx';
import { paymentsOptions } from '../../payments/api/payments.ts';
import styles from './subscription.module.css';

/** Polling interval while the bank processes a payment. */
const RESULT_REFRESH_MS = 2000;

/** Result of an order. The address may contain any number, so only the server's state is shown. */
export function PlanConfirmationPage() {
  const { userId } = useAccountInView();
  const { orderId, steps } = useSearch({ from: '/main/subscription/confirmpage' });
  const isMine = (payment: Payment) => payment.orderId === orderId;
  const payments = useInfiniteQuery({
    ...paymentsOptions(userId),
    // A new order is among the newest.
    refetchInterval: ({ state }) => (state.data?.pages[0]?.find(isMine)?.status === 'pending' ? RESULT_REFRESH_MS : false),
  });
  const payment = payments.data?.pages[0]?.find(isMine);
  usePageTitle(payment?.status === 'success' ? BUSINESS_MESSAGES.paymentSuccessful : 'Payment');
  return (
    <div className={styles.narrow}>
      {steps && <PurchaseSteps current="Confirmation" />}
      {!payments.data && <PageHeader title="Payment" />}
      {payments.isLoadingError && <LoadFailure message={getErrorMessage(payments.error)} onRetry={() => void payments.refetch()} />}
      {payments.isPending && <Skeleton style={{ height: 280 }} />}
      {payments.data && !payment && (
        <EmptyState heading="h1" icon={<DocumentIcon size={26} />} title="Payment not found" action={<GoToTransactionsLink />}>
          We couldn’t find a payment for this order. You can see all your payments under Transactions.
        </EmptyState>
      )}
      {payment && <Outcome payment={payment} />}
    </div>
  );
}

const GoToTransactionsLink = () => (
  <Link to="/main/profile/transactions" className={buttonClass('secondary')}>
    Transactions
  </Link>
);

interface ConfirmationTexts {
  title: string;
  icon: ReactNode;
  text: string;
}
function getConfirmationTexts({ status }: Payment): ConfirmationTexts {
  if (status === 'pending') {
    return {
      title: BUSINESS_MESSAGES.paymentProcessing,
      icon: <ClockIcon size={26} />,
      text: 'Your bank is still processing the payment. You can leave this page. We’ll update it when the payment is complete.',
    };
  }
  if (status === 'failed') {
    return {
      title: BUSINESS_MESSAGES.paymentNotSuccessful,
      icon: <WarningIcon size={26} />,
      text: 'You haven’t been charged. To pay with another card, choose your plan again.',
    };
  }
  return { title: BUSINESS_MESSAGES.paymentSuccessful, icon: <CheckIcon size={26} />, text: 'We’ve emailed you a receipt.' };
}

function Outcome({ payment }: { payment: Payment }) {
  const { title, icon, text } = getConfirmationTexts(payment);
  return (
    <>
      <div aria-live="polite">
        <EmptyState heading="h1" icon={icon} title={title} action={<NextSteps payment={payment} />}>
          {text}
        </EmptyState>
      </div>
      <Panel
        title="Your order"
        actions={
          <Link to="/main/profile/transactions/$paymentId" params={{ paymentId: payment._id }} className={buttonClass()}>
            Open receipt
          </Link>
        }
      >
        <FactGrid
          facts={[
            [
              'Order number',
              <span key="number" className={styles.number}>
                {payment.orderNumber}
                <CopyButton text={payment.orderNumber} what="order number" />
              </span>,
            ],
            ['Item', payment.description],
            ['Amount', formatCents(payment.amount)],
          ]}
        />
      </Panel>
    </>
  );
}

function NextSteps({ payment }: { payment: Payment }) {
  const { userId } = useAccountInView();
  const { data: plan } = useQuery(planAllowancesOptions(userId));
  const hasFamily = (useSession()?.orgs.length ?? 0) > 0;
  if (payment.status === 'failed') {
    return (
      <Link to="/main/subscription" search={{ choose: true }} className={buttonClass('primary')}>
        Choose a plan
      </Link>
    );
  }
  const isFamily = payment.status === 'success' && hasActiveFamilyPlan(plan);
  return (
    <Row wrap justify="center" gap={2}>
      <Link to="/main" className={buttonClass('primary')}>
        Go To Home
      </Link>
      {isFamily && (
        <Link to="/main/family" className={buttonClass('secondary')}>
          {hasFamily ? 'Go to family' : 'Create Family'}
        </Link>
      )}
    </Row>
  );
}
