import { createError, createOk, createWarning, type Finding } from './finding.ts';

export interface RelayStatus {
  /** Id of the Redis server at REDIS_URL: null when no process has used it yet, undefined without REDIS_URL. */
  serverId: string | null | undefined;
  /** Id of the Redis server that each running process reads from; null for one that receives messages through PostgreSQL. */
  ofProcesses: (string | null)[];
}

/** Compares the Redis of this configuration with that of the running processes. */
export function checkRelay({ serverId, ofProcesses }: RelayStatus): Finding[] {
  const check = 'Redis';
  const isUsed = ofProcesses.some((relay) => relay !== null);
  if (serverId === undefined) {
    if (!isUsed) return [];
    return [createError(check, 'Running processes use Redis, and REDIS_URL isn’t set here', 'Set the same REDIS_URL for all processes.')];
  }
  const others = ofProcesses.filter((relay) => relay !== serverId);
  if (others.length === 0) return [createOk(check, isUsed ? 'All running processes use this Redis server' : 'Redis is running')];
  if (others.some((relay) => relay !== null))
    return [createError(check, 'Running processes use another Redis server', 'Set the same REDIS_URL for all processes.')];
  const message =
    others.length === 1
      ? '1 running process receives live messages through PostgreSQL instead'
      : `${others.length} running processes receive live messages through PostgreSQL instead`;
  return [createWarning(check, message, 'Set the same REDIS_URL for all processes, and check that each can connect to Redis.')];
}
