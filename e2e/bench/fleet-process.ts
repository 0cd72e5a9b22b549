/** The screens of the fleet bench, in a process of their own, so that their work is not taken for the server's nor the bench's. */
import { Fleet } from '../../scripts/simulate/fleet.ts';
import type { FleetAnswer, FleetRequest } from './fleet-screens.ts';

let fleet: Fleet | undefined;
let synced: number[] = [];
let adopted: number[] = [];
const now = () => performance.timeOrigin + performance.now();
const answer = (message: FleetAnswer) => process.send?.(message);

process.on('message', (request: FleetRequest) => {
  if (request.do === 'open') {
    fleet = new Fleet({
      ...request,
      onSync: (index) => (synced[index] = now()),
      onAdopted: (index) => (adopted[index] = now()),
    });
    fleet.open();
  }
  if (request.do === 'forget') [synced, adopted] = [[], []];
  if (request.do === 'count')
    answer({ connected: fleet?.connected ?? 0, synced: synced.filter(Boolean).length, adopted: adopted.filter(Boolean).length });
  if (request.do === 'times') answer({ synced, adopted });
  if (request.do === 'close') {
    fleet?.close();
    process.disconnect();
  }
});
