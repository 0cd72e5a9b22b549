/** Runs the screens of the fleet bench in a separate process, so that their processor time counts neither for the server nor for the bench. */
import { Fleet } from '../simulate/fleet.ts';
import type { SimulatedScreen } from '../simulate/simulated-screen.ts';
import type { FleetAnswer, FleetRequest, Wanted } from './fleet-screens.ts';

let fleet: Fleet | undefined;
let openedAt = 0;
let wanted: Wanted | undefined;
let arrived: number[] = [];
let held: number[] = [];
const now = () => performance.timeOrigin + performance.now();
const answer = (message: FleetAnswer) => process.send?.(message);

const isWanted = ({ playlistId, manifest }: SimulatedScreen) =>
  !wanted ||
  (playlistId === wanted.playlistId &&
    manifest?.publishes.some((publish) => publish.playlistId === wanted?.playlistId && publish.items.length === wanted.items));

const count = () =>
  answer({ connected: fleet?.connected ?? 0, arrived: arrived.filter(Boolean).length, held: held.filter(Boolean).length });

process.on('message', (request: FleetRequest) => {
  if (request.do === 'open') {
    fleet = new Fleet({
      ...request,
      onConnected: (index) => (arrived[index] ??= now()),
      onAdopted: (index, screen) => {
        if (isWanted(screen)) held[index] ??= now();
      },
    });
    openedAt = now();
    fleet.open();
  }
  if (request.do === 'watch') {
    [arrived, held] = [[], []];
    ({ wanted } = request);
    count();
  }
  if (request.do === 'count') count();
  if (request.do === 'times') answer({ openedAt, arrived, held });
  if (request.do === 'close') {
    fleet?.close();
    // Their farewells leave first.
    setTimeout(() => process.exit(), 500);
  }
});
