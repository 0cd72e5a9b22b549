/**
 * Metrics of this process's work for `/metrics`. Labels have few, known values: kinds of jobs, calls, outcomes, and never an id, a name or an address.
 * docs/guides/monitoring.md describes each.
 */
import { Counter, Gauge, Histogram, Registry } from 'prom-client';

export const productMetrics = new Registry();
const registers = [productMetrics];

/** Covers jobs from a single email to a video of several hours. */
const JOB_BUCKETS_S = [0.01, 0.05, 0.1, 0.5, 1, 5, 15, 60, 300, 1800];
const CALL_BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10, 30];

export const metrics = {
  jobs: new Histogram({
    name: 'vitrine_job_seconds',
    help: 'How long jobs took, by kind and outcome: done, failed (and tried again), or given up',
    labelNames: ['kind', 'outcome'] as const,
    buckets: JOB_BUCKETS_S,
    registers,
  }),
  uploads: new Counter({
    name: 'vitrine_uploads_total',
    help: 'Completed uploads by outcome: stored, duplicate, refused or failed',
    labelNames: ['outcome'] as const,
    registers,
  }),
  uploadedBytes: new Counter({ name: 'vitrine_uploaded_bytes_total', help: 'Bytes of the uploads that were stored', registers }),
  renditions: new Counter({
    name: 'vitrine_renditions_total',
    help: 'Requested renditions by outcome: hit, made (or fetched from the object store) or failed',
    labelNames: ['outcome'] as const,
    registers,
  }),
  renditionsWaiting: new Gauge({ name: 'vitrine_renditions_waiting', help: 'Requests that wait for a picture to be made', registers }),
  storeCalls: new Histogram({
    name: 'vitrine_object_store_seconds',
    help: 'How long calls of the object store took until its answer began, by verb and outcome: done, absent or failed',
    labelNames: ['verb', 'outcome'] as const,
    buckets: CALL_BUCKETS_S,
    registers,
  }),
  nudgesSent: new Counter({
    name: 'vitrine_nudges_sent_total',
    help: 'Notifications handed to transactions, each with as many messages as fit',
    registers,
  }),
  nudgesReceived: new Counter({
    name: 'vitrine_nudges_received_total',
    help: 'Messages that came from any process, this one included',
    registers,
  }),
  relayUp: new Gauge({
    name: 'vitrine_relay_up',
    help: 'Whether Redis carries the live messages of this process (1), or PostgreSQL does instead (0); with REDIS_URL only',
    registers,
  }),
  liveBreaks: new Counter({ name: 'vitrine_live_breaks_total', help: 'Number of times the live connection was lost', registers }),
};

const NS_PER_S = 1e9;

/** Measures the duration and the outcome of work. */
export async function measureDuration<T>(work: () => Promise<T>, note: (seconds: number, error?: unknown) => void): Promise<T> {
  const startedAt = process.hrtime.bigint();
  const seconds = () => Number(process.hrtime.bigint() - startedAt) / NS_PER_S;
  try {
    const result = await work();
    note(seconds());
    return result;
  } catch (error) {
    note(seconds(), error);
    throw error;
  }
}
