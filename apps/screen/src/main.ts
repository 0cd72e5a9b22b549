import './polyfills.ts';
import '@fontsource-variable/instrument-sans/wght.css';
import { openFileCache } from './cache/file-cache.ts';
import { createServerClock } from './clock/server-clock.ts';
import { openDatabase } from './database/database.ts';
import { exposeDebugHandle } from './debug-handle.ts';
import { readIdentity } from './identity.ts';
import { Screen, type ScreenParts } from './screen.ts';
import { reload } from './shell/reload.ts';
import { watchShell } from './shell/shell-report.ts';
import { isFallenBack, reportToWorker, reportWhenHealthy } from './shell/trial.ts';
import { byId, element } from './view/elements.ts';
import { watchPanel } from './view/panel.ts';
import { keepRotation } from './view/turn.ts';
import { createView, type View } from './view/view.ts';
import { guard, watch } from './wall/watchdog.ts';

const RETRY_BOOT_MS = 30_000;

async function boot(): Promise<void> {
  guard();
  reportToWorker('started');
  keepRotation();
  const database = await openDatabase();
  const clock = createServerClock({
    kept: (await database.get('clock', 'server')) ?? null,
    keep: (kept) =>
      void database.put('clock', kept, 'server').catch((cause: unknown) => console.info('the server time could not be stored:', cause)),
  });
  const view = createView(clock.now);
  const openCache: ScreenParts['openCache'] = (pinned, copiesOf) => openFileCache(database, pinned, copiesOf);
  const screen = await Screen.open({ database, view, clock, panel: watchPanel(), openCache });
  exposeDebugHandle(screen);
  const [identity, adopted] = await Promise.all([readIdentity(database), database.get('adopted', 'now')]);
  startRest(screen, view);
  watch(() => screen.isStuck());
  watchShell((shell) => screen.noteShell(shell)).catch((cause: unknown) => console.info('versions cannot be told:', cause));
  reportWhenHealthy(() => screen.isHealthy());
  await screen.start(identity, adopted ?? null, await isFallenBack());
}

/** The chunk may be lost on the way like any other file. */
function startRest(screen: Screen, view: View): void {
  import('./after-start.ts')
    .then(({ afterStart }) => afterStart(screen, view.stage))
    .catch(() => setTimeout(() => startRest(screen, view), RETRY_BOOT_MS));
}

/** Shows why the screen could not start, and retries. */
function showFatalError(cause: unknown): void {
  console.error(cause);
  reportToWorker('cannot play');
  const reason = cause instanceof Error ? cause.message : String(cause);
  document.body.dataset['face'] = 'broken';
  byId('face').replaceChildren(
    element(
      'div',
      'calm',
      element('h1', 'name', 'This screen couldn’t start'),
      element(
        'p',
        'words',
        'Trying again in 30 seconds. If this keeps happening, allow this page to store data or use an up-to-date browser.',
      ),
      element('p', 'words', reason),
    ),
  );
  setTimeout(() => void reload(), RETRY_BOOT_MS);
}

/** True when the browser lacks an API that was added up to Chromium 66 and is not worth a polyfill. */
const isTooOld = () => !('AbortController' in self && 'ResizeObserver' in self && 'finally' in Promise.prototype);

const tooOld = byId('too-old');
if (isTooOld()) tooOld.classList.add('certain');
else {
  tooOld.remove();
  boot().catch(showFatalError);
}
