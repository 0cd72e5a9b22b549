import type { Preview } from '@vitrine/contract/subscriptions';
import { formatCents } from '../../../lib/format.ts';
import { Stack } from '../../../ui/layout.tsx';
import { Text } from '../../../ui/text.tsx';
import styles from '../pages/subscription.module.css';
import { upcomingWords } from '../subscription-labels.ts';

/** Amounts charged now and later, as calculated by the bank. */
export function PricePreview({ preview }: { preview: Preview }) {
  const { lines, amountDue, credit, upcoming } = preview;
  return (
    <Stack gap={3}>
      <dl className={styles.lines}>
        {lines.map((line, index) => (
          // Two lines may have the same text.
          <div key={`${index}-${line.description}`}>
            <dt>{line.description}</dt>
            <dd>{formatCents(line.amount)}</dd>
          </div>
        ))}
        <div className={styles.total}>
          <dt>Due today</dt>
          <dd>{formatCents(amountDue)}</dd>
        </div>
        {credit > 0 && (
          <div>
            <dt>Credit left</dt>
            <dd>{formatCents(credit)}</dd>
          </div>
        )}
      </dl>
      <Text tone="soft" size="sm" breaks="pretty">
        {upcomingWords(upcoming)}
      </Text>
    </Stack>
  );
}
