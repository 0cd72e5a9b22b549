/** Runs the screens of the fleet bench in a separate process, so that their processor time counts neither for the server nor for the bench. */
import type { SentSource } from '@vitrine/contract/screens';
import { Fleet } from '../simulate/fleet.ts';
import type { SimulatedScreen } from '../simulate/simulated-screen.ts';
import type { ExpectedContent, FleetRequest, FleetResponse } from './fleet-screens.ts';

let fleet: Fleet | undefined;
let openedAt = 0;
let expected: ExpectedContent | undefined;
let connectedAt: number[] = [];
let storedAt: number[] = [];
let paintedAt: number[] = [];
const now = () => performance.timeOrigin + performance.now();
const respond = (message: FleetResponse) => process.send?.(message);

const hasHeadline = (manifest: SimulatedScreen['manifest'], headline: string) =>
  ((manifest?.sources ?? []) as SentSource[]).some(({ document }) => document?.kind === 'feed' && document.items[0]?.title === headline);

const hasExpectedContent = ({ playlistId, manifest }: SimulatedScreen) =>
  !expected ||
  (expected.publishes !== undefined && manifest?.publishes.length === expected.publishes) ||
  (playlistId === expected.playlistId &&
    manifest?.publishes.some((publish) => publish.playlistId === expected?.playlistId && publish.items.length === expected.items) &&
    (expected.headline === undefined || hasHeadline(manifest, expected.headline)));

const respondWithCounts = () =>
  respond({
    connected: fleet?.connected ?? 0,
    connectedOnce: connectedAt.filter(Boolean).length,
    stored: storedAt.filter(Boolean).length,
    painted: paintedAt.filter(Boolean).length,
  });

process.on('message', (request: FleetRequest) => {
  if (request.do === 'open') {
    fleet = new Fleet({
      ...request,
      onConnected: (index) => (connectedAt[index] ??= now()),
      onAdopted: (index, screen) => {
        if (hasExpectedContent(screen)) storedAt[index] ??= now();
      },
      onPainted: (index) => (paintedAt[index] ??= now()),
    });
    openedAt = now();
    fleet.open();
  }
  if (request.do === 'reset') {
    [connectedAt, storedAt, paintedAt] = [[], [], []];
    ({ expected } = request);
    respondWithCounts();
  }
  if (request.do === 'count') respondWithCounts();
  if (request.do === 'times') respond({ openedAt, connectedAt, storedAt, paintedAt });
  if (request.do === 'close') {
    fleet?.close();
    // Gives the screens time to send their disconnect messages.
    setTimeout(() => process.exit(), 500);
  }
});
