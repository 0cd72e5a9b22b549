import { keepAwake } from './awake/keep-awake.ts';
import { startEmergency } from './emergency/start-emergency.ts';
import { isArriving } from './move/move-values.ts';
import { startOperation } from './operation/operation.ts';
import { createSound } from './playback/sound.ts';
import { startSourceData } from './playback/start-source-data.ts';
import { startLocalControl } from './remote/local-control.ts';
import type { Screen } from './screen.ts';
import { watchShellVersions } from './shell/shell-report.ts';
import { registerWorker } from './shell/worker-client.ts';

/** Starts what the picture does not wait for. A separate chunk, so that the first load stays small. */
export function afterStart(screen: Screen, stage: HTMLElement): void {
  const { database, clock, wall, problems, changed } = screen.local;
  const { late } = screen;
  late.operation = startOperation({ late, updateDownloads: () => screen.updateDownloads(), clock, wall });
  screen.updateDownloads();
  startEmergency(screen).catch((cause: unknown) => console.info('emergency messages are missing:', cause));
  const sources = { late, getSituation: () => screen.situation };
  startSourceData(sources, database).catch((cause: unknown) => console.info('the data of sources is missing:', cause));
  const sound = createSound({
    setMuted: (muted) => {
      wall.setMuted(muted);
      changed();
    },
    onBlockedChange: (reason) => problems.noteSound(reason),
  });
  late.setSound(sound);
  sound.restore();
  startLocalControl((key) => {
    try {
      if (key === 'toggle') wall[wall.paused ? 'play' : 'pause']();
      else wall[key]();
    } catch (cause) {
      return cause instanceof Error ? cause.message : String(cause);
    }
    changed();
    return wall.paused ? 'Paused. Press Play to continue.' : null;
  });
  // Some browsers play sound, or videos, from the first touch or key on.
  const handleFirstInput = () => {
    sound.restore();
    wall.retryAll();
    changed();
  };
  for (const type of ['click', 'keydown']) document.addEventListener(type, handleFirstInput, { once: true });
  late.takeScreenshot = () => {
    requestScreenshot(screen).catch((cause: unknown) => console.info('no screenshot:', cause));
  };
  listenForMoves(screen);
  keepAwake(stage);
  registerWorker();
  watchShellVersions((shell) => screen.setShellVersions(shell)).catch((cause: unknown) =>
    console.info('versions cannot be reported:', cause),
  );
  keepFiles().catch((cause: unknown) => console.info('files may be evicted:', cause));
}

/** Loads the code with the first request, because most screens never take a screenshot. */
async function requestScreenshot(screen: Screen): Promise<void> {
  const identity = await screen.local.database.get('identity', 'me');
  const { takeScreenshot } = await import('./screenshot/take-screenshot.ts');
  if (identity) await takeScreenshot(screen, identity);
}

/** Loads the code with the first announcement, because most screens never move. */
function listenForMoves(screen: Screen): void {
  const { late } = screen;
  const logFailure = (cause: unknown) => console.info('the screen can’t move:', cause);
  if (isArriving()) import('./move/watch-arrival.ts').then(({ watchArrival }) => watchArrival(screen)).catch(logFailure);
  let departure: Promise<(withinMs: number) => void> | undefined;
  const load = async () => {
    const { createDeparture } = await import('./move/depart.ts');
    const isBusy = () => document.getElementById('emergency')?.hidden === false;
    return createDeparture({ database: screen.local.database, isBusy });
  };
  late.startMove = (withinMs) => {
    departure ??= load();
    departure
      .then((depart) => depart(withinMs))
      .catch((cause: unknown) => {
        departure = undefined;
        logFailure(cause);
      });
  };
  if (late.announcedMoveMs !== undefined) late.startMove(late.announcedMoveMs);
}

/** Asks the browser not to throw the files away when the disk gets tight. */
async function keepFiles(): Promise<void> {
  if (!navigator.storage?.persist) return;
  await navigator.storage.persist();
}
