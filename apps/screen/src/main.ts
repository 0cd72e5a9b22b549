import '@fontsource-variable/instrument-sans/wght.css';
import { openFileCache } from './cache/file-cache.ts';
import { createServerClock } from './clock/server-clock.ts';
import { exposeDebugHandle } from './debug-handle.ts';
import { readIdentity } from './identity.ts';
import { openDatabase } from './keep/database.ts';
import { Screen } from './screen.ts';
import { registerWorker } from './shell/register-worker.ts';
import { reload } from './shell/reload.ts';
import { isFallenBack, say, sayWhenWell } from './shell/trial.ts';
import { byId, element } from './view/elements.ts';
import { turnPicture } from './view/turn.ts';
import { createView } from './view/view.ts';
import { fillOnClick, keepAwake, keepFiles } from './wall/attend.ts';
import { guard, watch } from './wall/watchdog.ts';

const RETRY_BOOT_MS = 30_000;

async function boot(): Promise<void> {
  guard();
  say('started');
  turnPicture();
  const database = await openDatabase();
  const clock = createServerClock({
    kept: (await database.get('clock', 'server')) ?? null,
    keep: (kept) => void database.put('clock', kept, 'server').catch((cause: unknown) => console.info('the time is not kept:', cause)),
  });
  const view = createView(clock.now);
  const screen = await Screen.open({ database, view, clock, openCache: (pinned) => openFileCache(database, pinned) });
  exposeDebugHandle(screen);
  const [identity, adopted] = await Promise.all([readIdentity(database), database.get('adopted', 'now')]);
  fillOnClick();
  keepAwake();
  watch(() => screen.isStuck());
  registerWorker().catch((cause: unknown) => console.info('no service worker:', cause));
  keepFiles().catch((cause: unknown) => console.info('files may be evicted:', cause));
  sayWhenWell(() => screen.isWell());
  await screen.start(identity, adopted ?? null, await isFallenBack());
}

/** Whatever happens, a person before the screen reads words, and the screen tries again by itself. */
function confess(cause: unknown): void {
  console.error(cause);
  say('cannot play');
  const reason = cause instanceof Error ? cause.message : String(cause);
  document.body.dataset['face'] = 'broken';
  byId('face').replaceChildren(
    element(
      'div',
      'calm',
      element('h1', 'name', 'This screen could not start'),
      element(
        'p',
        'words',
        'It tries again by itself in half a minute. If this stays, allow this page to store data, or load it in a current browser.',
      ),
      element('p', 'words', reason),
    ),
  );
  setTimeout(() => void reload(), RETRY_BOOT_MS);
}

boot().catch(confess);
