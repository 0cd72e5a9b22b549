import type { AuditEntryDetails } from '@vitrine/contract/audit';
import { Badge } from '../../../ui/badge.tsx';
import { columnWord, valueWord } from '../audit-words.ts';
import { type Difference, differencesOf } from '../differences.ts';
import styles from './entry-differences.module.css';

const KINDS = {
  added: { word: 'Added', tone: 'success' },
  removed: { word: 'Removed', tone: 'danger' },
  changed: { word: 'Changed', tone: 'accent' },
  same: { word: 'Nothing differs', tone: 'neutral' },
} as const;

/** What an entry changed, thing by thing and field by field. */
export function EntryDifferences({ entry }: { entry: AuditEntryDetails }) {
  const differences = differencesOf(entry);
  const unread = entry.objectIds.length - differences.length;
  return (
    <div className={styles.list}>
      {differences.map((difference) => (
        <OneDifference key={difference.objectId} difference={difference} />
      ))}
      {unread > 0 && <p className={styles.more}>{`${unread} more, of which the trail keeps the ids alone.`}</p>}
      <Detail detail={entry.detail} />
    </div>
  );
}

function OneDifference({ difference: { objectId, name, kind, fields } }: { difference: Difference }) {
  return (
    <section className={styles.thing} aria-label={name ?? objectId}>
      <h3 className={styles.name}>
        <span>{name ?? objectId}</span>
        <Badge tone={KINDS[kind].tone}>{KINDS[kind].word}</Badge>
      </h3>
      <dl className={styles.fields}>
        {fields.map(({ column, before, after }) => (
          <div key={column}>
            <dt>{columnWord(column)}</dt>
            {kind !== 'added' && (
              <dd>
                <del>{valueWord(before)}</del>
              </dd>
            )}
            {kind !== 'removed' && (
              <dd>
                <ins>{valueWord(after)}</ins>
              </dd>
            )}
          </div>
        ))}
      </dl>
    </section>
  );
}

/** What the rows themselves do not say. */
function Detail({ detail }: Pick<AuditEntryDetails, 'detail'>) {
  const said = Object.entries(detail);
  if (said.length === 0) return null;
  return (
    <section className={styles.thing} aria-label="Beside it">
      <h3 className={styles.name}>Beside it</h3>
      <dl className={styles.fields}>
        {said.map(([key, value]) => (
          <div key={key}>
            <dt>{columnWord(key)}</dt>
            <dd>{valueWord(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
