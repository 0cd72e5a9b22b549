import './polyfills.ts';
import '@fontsource-variable/instrument-sans/wght.css';
import { openFileCache } from './cache/file-cache.ts';
import { createServerClock } from './clock/server-clock.ts';
import { openDatabase } from './database/open-database.ts';
import { loadIdentity } from './identity.ts';
import { isMoving } from './move/move-values.ts';
import { startHangGuard, watchForStall } from './playback/watchdog.ts';
import { Screen } from './screen.ts';
import type { ScreenParts } from './screen-parts.ts';
import { reload } from './shell/reload.ts';
import { postToWorker, reportWhenHealthy, wasRolledBack } from './shell/worker-client.ts';
import { buildElement, getElement } from './view/elements.ts';
import { watchPanel } from './view/panel.ts';
import { storeRotationFromUrl } from './view/rotation.ts';
import { createView, type View } from './view/view.ts';
import './debug-state.ts';
import { getStatusView } from './view/status-view.ts';

const RESTART_DELAY_MS = 30_000;

async function startScreen(): Promise<void> {
  startHangGuard();
  postToWorker('started');
  storeRotationFromUrl();
  const database = await openDatabase();
  // Most screens never move, so the code is loaded by those that do.
  if (isMoving()) await (await import('./move/resume-move.ts')).resumeMove(database);
  const clock = createServerClock({
    stored: (await database.get('clock', 'server')) ?? null,
    store: (kept) =>
      void database.put('clock', kept, 'server').catch((cause: unknown) => console.info('the server time could not be stored:', cause)),
  });
  const view = createView(clock.now);
  const openCache: ScreenParts['openCache'] = (pinned, copiesOf) => openFileCache(database, pinned, copiesOf);
  const screen = await Screen.open({ database, view, clock, panel: watchPanel(), openCache });
  exposeDebugHandle(screen);
  const [identity, adopted] = await Promise.all([loadIdentity(database), database.get('adopted', 'now')]);
  startRest(screen, view);
  watchForStall(() => screen.isStuck());
  reportWhenHealthy(() => screen.isHealthy());
  await screen.start(identity, adopted ?? null, await wasRolledBack());
}

/** The chunk may be lost on the way like any other file. */
function startRest(screen: Screen, view: View): void {
  import('./after-start.ts')
    .then(({ afterStart }) => afterStart(screen, view.stage))
    .catch(() => setTimeout(() => startRest(screen, view), RESTART_DELAY_MS));
}

/** Shows why the screen could not start, and retries. */
function showFatalError(cause: unknown): void {
  console.error(cause);
  const reason = cause instanceof Error ? cause.message : String(cause);
  postToWorker(`cannot play: ${reason}`);
  // Workers of earlier versions ignore messages with a cause.
  postToWorker('cannot play');
  document.body.dataset['face'] = 'broken';
  getElement('face').replaceChildren(
    buildElement(
      'div',
      'calm',
      buildElement('h1', 'name', 'This screen couldn’t start'),
      buildElement(
        'p',
        'words',
        'Trying again in 30 seconds. If this keeps happening, allow this page to store data or use an up-to-date browser.',
      ),
      buildElement('p', 'words', reason),
    ),
  );
  setTimeout(() => void reload(), RESTART_DELAY_MS);
}

/** True when the browser lacks an API that was added up to Chromium 66 and is not worth a polyfill. */
const isTooOld = () => !('AbortController' in self && 'ResizeObserver' in self && 'finally' in Promise.prototype);

const tooOld = getElement('too-old');
if (isTooOld()) tooOld.classList.add('certain');
else {
  tooOld.remove();
  startScreen().catch(showFatalError);
}

export function exposeDebugHandle(screen: Screen): void {
  window.__vitrine = Object.freeze({
    version: __VERSION__,
    get state() {
      return getStatusView(screen.situation).kind;
    },
    get deviceId() {
      return screen.situation.deviceId;
    },
    get revision() {
      return screen.report.revision;
    },
    get publishId() {
      return screen.report.publishId;
    },
    get itemId() {
      return screen.report.itemId;
    },
    get mediaId() {
      return screen.report.mediaId;
    },
    get downloaded() {
      return screen.report.downloaded;
    },
    get total() {
      return screen.report.total;
    },
    get failed() {
      return screen.report.failed;
    },
  });
}
