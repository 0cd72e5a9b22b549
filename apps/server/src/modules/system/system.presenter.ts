import type { ProcessRow, SystemState, SlowStatement as WireStatement } from '@vitrine/contract';
import { z } from 'zod';
import type { SlowStatement } from '../../platform/database/slow-statements.ts';
import type { MailStatus } from '../../platform/mail/mail-status.ts';
import type { ProcessRecord, readDatabaseStatus } from './system.read-model.ts';

const MAX_LISTED_STATEMENTS = 20;
const storedStatements = z.array(z.object({ text: z.string(), calls: z.number(), totalMs: z.number(), maxMs: z.number() }));

const roundToTenth = (value: number) => Math.round(value * 10) / 10;

export const presentProcess = (row: ProcessRecord, thisId: string): ProcessRow => ({
  _id: row.process_id,
  roles: row.roles,
  host: row.host,
  pid: row.pid,
  version: row.product_version,
  nodeVersion: row.node_version,
  startedAt: row.started_at.toISOString(),
  beatAt: row.beat_at.toISOString(),
  loopDelayMs: row.loop_delay_ms === null ? null : roundToTenth(row.loop_delay_ms),
  memory: row.memory_bytes,
  isThis: row.process_id === thisId,
});

type DatabaseRecord = Awaited<ReturnType<typeof readDatabaseStatus>>;

export const presentDatabase = ({
  size,
  version,
  schema,
  connections,
  connections_max: connectionsMax,
}: DatabaseRecord): SystemState['database'] => ({
  size,
  // Packaged builds append their distribution to the version.
  version: version.split(' ')[0] ?? version,
  schema,
  connections,
  connectionsMax,
});

export const presentMailStatus = ({ sent_at: sentAt, failed_at: failedAt, error }: MailStatus, isSent: boolean): SystemState['mail'] => ({
  isSent,
  sentAt: sentAt?.toISOString() ?? null,
  failedAt: failedAt?.toISOString() ?? null,
  error,
});

/** Merges statements that several processes reported; the most expensive first. */
export function mergeStatements(lists: readonly unknown[]): SlowStatement[] {
  const sums = new Map<string, SlowStatement>();
  for (const statement of lists.flatMap((list) => storedStatements.safeParse(list).data ?? [])) {
    const { calls = 0, totalMs = 0, maxMs = 0 } = sums.get(statement.text) ?? {};
    sums.set(statement.text, {
      text: statement.text,
      calls: calls + statement.calls,
      totalMs: totalMs + statement.totalMs,
      maxMs: Math.max(maxMs, statement.maxMs),
    });
  }
  return [...sums.values()].toSorted((one, other) => other.totalMs - one.totalMs).slice(0, MAX_LISTED_STATEMENTS);
}

export const presentSlowStatement = ({ text, calls, totalMs, maxMs }: SlowStatement): WireStatement => ({
  text: text.replaceAll(/\s+/g, ' ').trim(),
  calls,
  meanMs: roundToTenth(totalMs / Math.max(1, calls)),
  maxMs: roundToTenth(maxMs),
});
