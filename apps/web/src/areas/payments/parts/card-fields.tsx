import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { VisuallyHidden } from '../../../ui/text.tsx';
import { bankOptions } from '../api/payments.ts';
import type { CardFieldsProps } from '../card-collector.ts';
import styles from './card-fields.module.css';
import { TestCardFields } from './test-card-fields.tsx';

// Stripe's script is loaded where Stripe takes the cards, and nowhere else.
const StripeCardFields = lazy(() => import('./stripe-card-fields.tsx').then((file) => ({ default: file.StripeCardFields })));

/** Number, expiry and CVC, as the bank that takes the cards wants them typed. */
export function CardFields(props: CardFieldsProps) {
  const config = useQuery(bankOptions);
  if (config.isLoadingError) return <LoadFailure message={getErrorMessage(config.error)} onRetry={() => void config.refetch()} />;
  if (!config.data) return <CardFieldsSkeleton />;
  const { bank, publishableKey } = config.data;
  if (bank === 'testBank') return <TestCardFields {...props} />;
  return (
    <Suspense fallback={<CardFieldsSkeleton />}>
      <StripeCardFields {...props} publishableKey={publishableKey ?? ''} />
    </Suspense>
  );
}

const FIELD = { height: 70 };

function CardFieldsSkeleton() {
  return (
    <div className={styles.fields}>
      <VisuallyHidden as="output">Loading</VisuallyHidden>
      <Skeleton style={FIELD} className={styles.number} />
      <Skeleton style={FIELD} />
      <Skeleton style={FIELD} />
    </div>
  );
}
