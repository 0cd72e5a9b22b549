/**
 * Decides which version of the page a screen starts with. A version is good once it has played. A newer version is on trial and is served until it reports
 * that it plays. When it does not report in time or was started too often, the good version is served again. The failed version is recorded and not tried
 * again.
 */
export interface ShellState {
  good: string | null;
  trial: Trial | null;
  /** Newest first. */
  bad: string[];
  /** Why each of them failed. Missing in states that an earlier worker stored. */
  causes?: Record<string, string>;
}

/** Why a trial ended, for the owner of the screen. */
export const TRIAL_FAILURES = {
  notStarted: 'Its code did not run within 10 seconds.',
  notPlaying: 'It did not play within 90 seconds.',
  restarts: 'It was started three times and never played.',
  filesLost: 'The browser deleted its files during the trial.',
} as const;
const UNKNOWN_CAUSE = 'It could not start.';
const CAUSE_MAX = 200;

interface Trial {
  version: string;
  /** Times it was served without having said that it plays. */
  starts: number;
  /** Id that the browser gave the page to which this version was served last, or ANY_CLIENT. */
  clientId: string | null;
  /** True when its code ran, whether or not it played. */
  isStarted: boolean;
}

/** Stands for every page. Chromium before 72 and Safari before 16 do not reveal which page a document request belongs to. */
export const ANY_CLIENT = '';

const STARTS_MAX = 3;
const BAD_MAX = 5;

export const FRESH_STATE: ShellState = { good: null, trial: null, bad: [] };

/** The version is in its cache. The first one has nothing to fall back to, and needs no trial. */
export function markInstalled(state: ShellState, version: string): ShellState {
  if (state.good === null) return { ...state, good: version };
  if (state.good === version || state.bad.includes(version)) return { ...state, trial: null };
  // Installed again under another scope: the trial continues.
  if (state.trial?.version === version) return state;
  return { ...state, trial: { version, starts: 0, clientId: null, isStarted: false } };
}

/** A page is about to be served to this client. */
export function markServed(state: ShellState, clientId: string): ShellState {
  const { trial } = state;
  if (!trial) return state;
  if (trial.starts >= STARTS_MAX) return markFailed(state, trial.version, TRIAL_FAILURES.restarts);
  return { ...state, trial: { ...trial, starts: trial.starts + 1, clientId, isStarted: false } };
}

function isOnTrial(state: ShellState, clientId: string): state is ShellState & { trial: Trial } {
  return state.trial?.clientId === ANY_CLIENT || (state.trial !== null && state.trial.clientId === clientId);
}

/** The code of this client's page runs. */
export const markStarted = (state: ShellState, clientId: string): ShellState =>
  isOnTrial(state, clientId) ? { ...state, trial: { ...state.trial, isStarted: true } } : state;

/** This client's page plays. */
export const markPlayed = (state: ShellState, clientId: string): ShellState =>
  isOnTrial(state, clientId) ? { good: state.trial.version, trial: null, bad: [] } : state;

/** This client's page reported that it cannot play, and why. */
export const markClientFailed = (state: ShellState, clientId: string, cause = UNKNOWN_CAUSE): ShellState =>
  isOnTrial(state, clientId) ? markFailed(state, state.trial.version, cause) : state;

/** Keeps only the version that the worker was built with, without a trial: a browser with a web session has no other version to fall back to. */
export function ownOnly(state: ShellState, own: string): ShellState {
  if (state.good === own && !state.trial) return state;
  return { good: own, trial: null, bad: state.bad.filter((version) => version !== own) };
}

export function markFailed(state: ShellState, version: string, cause: string): ShellState {
  if (state.trial?.version !== version) return state;
  const bad = [version, ...state.bad].slice(0, BAD_MAX);
  const causes = { ...state.causes, [version]: cause.slice(0, CAUSE_MAX) };
  return { ...state, trial: null, bad, causes: Object.fromEntries(bad.flatMap((name) => (causes[name] ? [[name, causes[name]]] : []))) };
}

export const getVersionToServe = ({ good, trial }: ShellState): string | null => trial?.version ?? good;
export const listVersionsToKeep = ({ good, trial }: ShellState): string[] => [trial?.version, good].flatMap((version) => version ?? []);
