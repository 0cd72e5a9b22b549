import type { AuditEntryDetails } from '@vitrine/contract/audit';
import { Badge } from '../../../ui/badge.tsx';
import { type Difference, getDifferences } from '../audit-differences.ts';
import { formatAuditValue, getColumnLabel } from '../audit-labels.ts';
import styles from './audit-entry.module.css';

const DIFFERENCE_KINDS = {
  added: { word: 'Added', tone: 'success' },
  removed: { word: 'Removed', tone: 'danger' },
  changed: { word: 'Changed', tone: 'accent' },
  same: { word: 'No changes', tone: 'neutral' },
} as const;

/** What an entry changed, thing by thing and field by field. */
export function EntryDifferences({ entry }: { entry: AuditEntryDetails }) {
  const differences = getDifferences(entry);
  const unread = entry.objectIds.length - differences.length;
  return (
    <div className={styles.list}>
      {differences.map((difference) => (
        <DifferenceRow key={difference.objectId} difference={difference} />
      ))}
      {unread > 0 && (
        <p className={styles.more}>
          {unread === 1 ? '1 more item. Only its ID was recorded.' : `${unread} more items. Only their IDs were recorded.`}
        </p>
      )}
      <ExtraFields detail={entry.detail} />
    </div>
  );
}

function DifferenceRow({ difference: { objectId, name, kind, fields } }: { difference: Difference }) {
  return (
    <section className={styles.thing} aria-label={name ?? objectId}>
      <h3 className={styles.name}>
        <span>{name ?? objectId}</span>
        <Badge tone={DIFFERENCE_KINDS[kind].tone}>{DIFFERENCE_KINDS[kind].word}</Badge>
      </h3>
      <dl className={styles.fields}>
        {fields.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{getColumnLabel(column)}</dt>
            {kind !== 'added' && (
              <dd>
                <del>{formatAuditValue(before)}</del>
              </dd>
            )}
            {kind !== 'removed' && (
              <dd>
                <ins>{formatAuditValue(after)}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the rows themselves do not say. */
function ExtraFields({ detail }: Pick<AuditEntryDetails, 'detail'>) {
  const said = Object.entries(detail);
  if (said.length === 0) return null;
  return (
    <section className={styles.thing} aria-label="Additional details">
      <h3 className={styles.name}>Additional details</h3>
      <dl className={styles.fields}>
        {said.map(([key, value]) => (
          <div key={key}>
            <dt>{getColumnLabel(key)}</dt>
            <dd>{formatAuditValue(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
