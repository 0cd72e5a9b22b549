/** The screens of the fleet bench, in a process of their own, so that their work is not taken for the server's nor the bench's. */
import { Fleet } from '../../scripts/simulate/fleet.ts';
import type { FleetAnswer, FleetOrder } from './fleet-screens.ts';

let fleet: Fleet | undefined;
let synced: number[] = [];
let adopted: number[] = [];
const now = () => performance.timeOrigin + performance.now();
const answer = (message: FleetAnswer) => process.send?.(message);

process.on('message', (order: FleetOrder) => {
  if (order.do === 'open') {
    fleet = new Fleet({
      ...order,
      onSync: (index) => (synced[index] = now()),
      onAdopted: (index) => (adopted[index] = now()),
    });
    fleet.open();
  }
  if (order.do === 'forget') [synced, adopted] = [[], []];
  if (order.do === 'count')
    answer({ connected: fleet?.connected ?? 0, synced: synced.filter(Boolean).length, adopted: adopted.filter(Boolean).length });
  if (order.do === 'times') answer({ synced, adopted });
  if (order.do === 'close') {
    fleet?.close();
    process.disconnect();
  }
});
