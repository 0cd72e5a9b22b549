import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { AuditEntryDetails, AuditRow } from '@vitrine/contract/audit';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ListSkeleton } from '../../../ui/card.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { FactList } from '../../../ui/side-panel.tsx';
import { Text } from '../../../ui/text.tsx';
import { auditEntryOptions } from '../api/audit-trail.ts';
import { type Difference, getDifferences } from '../audit-differences.ts';
import { formatAuditValue, formatDateTime, getActionLabel, getColumnLabel, getTableLabel } from '../audit-labels.ts';
import styles from './audit-entry.module.css';

const DIFFERENCE_KINDS = {
  added: { label: 'Added', tone: 'success' },
  removed: { label: 'Removed', tone: 'danger' },
  changed: { label: 'Changed', tone: 'accent' },
  same: { label: 'No changes', tone: 'neutral' },
} as const;

/** Changes of an audit entry, by object and field. */
function EntryDifferences({ entry }: { entry: AuditEntryDetails }) {
  const differences = getDifferences(entry);
  const unrecorded = entry.objectIds.length - differences.length;
  return (
    <Stack gap={4} canShrink>
      {differences.map((difference) => (
        <DifferenceRow key={difference.objectId} difference={difference} />
      ))}
      {unrecorded > 0 && (
        <Text tone="soft" size="sm">
          {unrecorded === 1 ? '1 more item. Only its ID was recorded.' : `${unrecorded} more items. Only their IDs were recorded.`}
        </Text>
      )}
      <ExtraFields detail={entry.detail} />
    </Stack>
  );
}

function DifferenceRow({ difference: { objectId, name, kind, fields } }: { difference: Difference }) {
  return (
    <section className={styles.object} aria-label={name ?? objectId}>
      <h3 className={styles.name}>
        <span>{name ?? objectId}</span>
        <Badge tone={DIFFERENCE_KINDS[kind].tone}>{DIFFERENCE_KINDS[kind].label}</Badge>
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

/** Details that the rows do not contain. */
function ExtraFields({ detail }: Pick<AuditEntryDetails, 'detail'>) {
  const details = Object.entries(detail);
  if (details.length === 0) return null;
  return (
    <section className={styles.object} aria-label="Additional details">
      <h3 className={styles.name}>Additional details</h3>
      <dl className={styles.fields}>
        {details.map(([key, value]) => (
          <div key={key}>
            <dt>{getColumnLabel(key)}</dt>
            <dd>{formatAuditValue(value)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

/** Filters of the audit trail, and the open entry. */
export interface AuditSearch {
  /** Actor, by id or address. */
  actor?: string;
  /** Owner of the object. */
  owner?: string;
  action?: string;
  /** Kind of the object, as a table name. */
  table?: string;
  /** Id of one object. */
  object?: string;
  /** First day, included. `until` is the last day, also included. */
  from?: string;
  until?: string;
  entry?: string;
}

type AuditPerson = AuditRow['actor'];

/** Details of an audit entry: actor, owner, action and changed fields, with buttons that filter the trail by each. */
export function AuditEntryPanel({ id, onNarrow }: { id: string; onNarrow: (patch: Partial<AuditSearch>) => void }) {
  const { data: entry, error, isPending, refetch } = useQuery(auditEntryOptions(id));
  if (isPending) return <ListSkeleton view="List" />;
  if (!entry) return <LoadFailure message={getErrorMessage(error)} onRetry={() => void refetch()} />;
  const { actor, owner, objectIds } = entry;
  const [first] = objectIds;
  return (
    <>
      <FactList
        facts={[
          { term: 'Action', value: getActionLabel(entry.action) },
          { term: 'Date', value: formatDateTime(entry.createdAt) },
          { term: 'Performed by', value: <PersonLink person={actor} /> },
          ...(owner ? [{ term: 'Owner', value: <PersonLink person={owner} /> }] : []),
          ...(entry.table ? [{ term: 'Object type', value: getTableLabel(entry.table) }] : []),
          ...(objectIds.length === 1 ? [{ term: 'ID', value: first }] : []),
        ]}
      />
      <EntryDifferences entry={entry} />
      <Row wrap gap={2}>
        <Button onClick={() => onNarrow({ actor: actor.email ?? actor._id })}>Show all by {actor.name ?? 'this person'}</Button>
        {owner && <Button onClick={() => onNarrow({ owner: owner.email ?? owner._id })}>Show all for {owner.name ?? 'this owner'}</Button>}
        {objectIds.length === 1 && <Button onClick={() => onNarrow({ object: first })}>Show history of this object</Button>}
      </Row>
    </>
  );
}

/** A deleted account is shown by its id. */
const PersonLink = ({ person: { _id, name, email } }: { person: AuditPerson }) =>
  name === null ? (
    _id
  ) : (
    <>
      <Link to="/admin/AllUsers" search={{ person: _id }}>
        {name}
      </Link>
      <br />
      {email}
    </>
  );
