import type { EmergencyAlertState, EmergencyUpdate } from '@vitrine/contract/live';

/** An alert, with the revision of the latest message about it. */
export interface KnownAlert extends EmergencyAlertState {
  revision: number;
}

/**
 * Alerts of a screen. Messages may arrive twice, late or in another order. Therefore the newest revision of each alert counts, and ended alerts are kept. Messages
 * that are not newer than the last complete one (`floor`) are ignored.
 */
export interface EmergencyState {
  readonly floor: number;
  readonly alerts: readonly KnownAlert[];
}

export const NO_EMERGENCY: EmergencyState = { floor: 0, alerts: [] };

/** Ended alerts are only needed until the next complete message. An owner has at most 20 active ones. */
const MAX_ALERTS = 100;

/** Applies a message. Returns the same state when the message is out of date. */
export function applyEmergencyUpdate(state: EmergencyState, update: EmergencyUpdate): EmergencyState {
  return update.isComplete ? applyComplete(state, update) : applyChanges(state, update);
}

function applyComplete(state: EmergencyState, { revision, alerts }: EmergencyUpdate): EmergencyState {
  if (revision < state.floor) return state;
  const newer = state.alerts.filter((alert) => alert.revision > revision);
  const isNewer = ({ alertId }: EmergencyAlertState) => newer.some((alert) => alert.alertId === alertId);
  return { floor: revision, alerts: [...alerts.filter((alert) => !isNewer(alert)).map((alert) => ({ ...alert, revision })), ...newer] };
}

function applyChanges(state: EmergencyState, { revision, alerts }: EmergencyUpdate): EmergencyState {
  if (revision <= state.floor) return state;
  const known = new Map(state.alerts.map((alert) => [alert.alertId, alert]));
  const changed = alerts.filter(({ alertId }) => (known.get(alertId)?.revision ?? 0) < revision);
  if (changed.length === 0) return state;
  for (const alert of changed) known.set(alert.alertId, { ...alert, revision });
  const all = [...known.values()];
  return { ...state, alerts: all.length > MAX_ALERTS ? dropOldEnds(all) : all };
}

const dropOldEnds = (alerts: KnownAlert[]): KnownAlert[] => {
  const ended = alerts.filter(({ endsAt }) => endsAt === 0).sort((one, other) => other.revision - one.revision);
  return [...alerts.filter(({ endsAt }) => endsAt > 0), ...ended.slice(0, MAX_ALERTS / 2)];
};

/**
 * Replaces the state by the server's response to a request, regardless of revisions, which are lower after the server was restored from a backup.
 * `received` are the messages that arrived since the request was sent.
 */
export const resetEmergencyState = (response: EmergencyUpdate, received: readonly EmergencyUpdate[]): EmergencyState =>
  received.reduce(applyEmergencyUpdate, applyEmergencyUpdate(NO_EMERGENCY, response));

/** Lists the alerts to show, in a fixed order. Drills are not shown next to real alerts. */
export function listShownAlerts({ alerts }: EmergencyState, now: number): KnownAlert[] {
  const active = alerts.filter(({ endsAt }) => endsAt > now).sort((one, other) => (one.alertId < other.alertId ? -1 : 1));
  const real = active.filter(({ drill }) => !drill);
  return real.length > 0 ? real : active;
}

/** Returns when the next alert ends; null without active alerts. */
export function getNextEnd({ alerts }: EmergencyState, now: number): number | null {
  const ends = alerts.map(({ endsAt }) => endsAt).filter((endsAt) => endsAt > now);
  return ends.length > 0 ? Math.min(...ends) : null;
}
