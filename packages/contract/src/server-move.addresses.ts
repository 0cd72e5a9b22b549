/** Addresses that a screen calls while it moves, which only the screen's chunk with the move contains. */
import { endpointAddress } from './endpoint.ts';
import type {
  arrival,
  arrivalBody,
  arrivedBody,
  handover,
  handoverBody,
  moveFailureBody,
  moveInstruction,
  screenProof,
  screenProofBody,
} from './server-move.ts';

export const readMoveInstruction = endpointAddress<{ result: typeof moveInstruction }>()({
  method: 'GET',
  path: '/screens/move',
  access: 'screen',
});

export const reportMoveFailure = endpointAddress<{ body: typeof moveFailureBody }>()({
  method: 'POST',
  path: '/screens/move/failures',
  access: 'screen',
});

/** Called by a page of the old address. The screen sends its secret only after a valid proof. */
export const proveScreenKnown = endpointAddress<{ body: typeof screenProofBody; result: typeof screenProof }>()({
  method: 'POST',
  path: '/screens/move/proof',
  access: 'public',
});

/** Called by a page of the old address. */
export const createHandover = endpointAddress<{ body: typeof handoverBody; result: typeof handover }>()({
  method: 'POST',
  path: '/screens/move/handovers',
  access: 'screen',
});

export const redeemHandover = endpointAddress<{ body: typeof arrivalBody; result: typeof arrival }>()({
  method: 'POST',
  path: '/screens/move/arrivals',
  access: 'public',
});

export const confirmArrival = endpointAddress<{ body: typeof arrivedBody }>()({
  method: 'PUT',
  path: '/screens/move/arrivals',
  access: 'screen',
});
