import { addSchemas, endpoint } from './endpoint.ts';
import * as addresses from './server-move.addresses.ts';
import {
  arrival,
  arrivalBody,
  arrivedBody,
  handover,
  handoverBody,
  moveFailureBody,
  moveInstruction,
  screenProof,
  screenProofBody,
  serverMove,
  serverMoveBody,
  serverProof,
  serverProofBody,
} from './server-move.ts';

const administers = { access: 'console', capability: 'server.move', tag: 'system' } as const;

export const readServerMove = endpoint({
  method: 'GET',
  path: '/console/server-move',
  summary: 'Returns the move of all screens to another address, and which screens have not moved yet.',
  errors: [],
  ...administers,
  result: serverMove,
});

export const startServerMove = endpoint({
  method: 'POST',
  path: '/console/server-move',
  summary: 'Moves all screens to another address of this installation.',
  description:
    'The server there must prove that it belongs to this installation, for example because its database was restored from a backup. Each screen also asks for a proof, and stays where it is without one.',
  errors: ['SERVER_MOVE_REFUSED'],
  ...administers,
  stepUp: true,
  body: serverMoveBody,
  result: serverMove,
});

export const endServerMove = endpoint({
  method: 'DELETE',
  path: '/console/server-move',
  summary: 'Ends the move of screens to another address.',
  description: 'Screens that have not moved stay where they are.',
  errors: [],
  ...administers,
  stepUp: true,
});

const tag = 'screens';

export const readMoveInstruction = addSchemas(addresses.readMoveInstruction, {
  tag,
  summary: 'Returns the address to which the screen moves, or null.',
  description: 'The message is authenticated with the SHA-256 of the screen’s secret.',
  errors: [],
  result: moveInstruction,
});

export const reportMoveFailure = addSchemas(addresses.reportMoveFailure, {
  tag,
  summary: 'Reports why the screen is still at the old address.',
  errors: [],
  body: moveFailureBody,
});

export const proveScreenKnown = addSchemas(addresses.proveScreenKnown, {
  tag,
  summary: 'Proves to a screen that this server is at the address and knows the screen.',
  description: 'Open to pages of other origins. A wrong `mac` and an unknown screen get the same answer.',
  errors: ['SCREEN_UNKNOWN'],
  body: screenProofBody,
  result: screenProof,
});

export const createHandover = addSchemas(addresses.createHandover, {
  tag,
  summary: 'Stores the identity of a screen for its page at this address, and returns a one-time ticket.',
  description: 'Open to pages of other origins. A new ticket replaces the previous one of the screen and expires after five minutes.',
  errors: [],
  body: handoverBody,
  result: handover,
});

export const redeemHandover = addSchemas(addresses.redeemHandover, {
  tag,
  summary: 'Returns the identity that a screen handed over with a ticket, once.',
  errors: ['NOT_FOUND'],
  body: arrivalBody,
  result: arrival,
});

export const confirmArrival = addSchemas(addresses.confirmArrival, {
  tag,
  summary: 'Confirms that the screen plays at this address.',
  errors: ['NOT_FOUND'],
  body: arrivedBody,
});

export const proveInstallation = endpoint({
  method: 'POST',
  path: '/screens/move/servers',
  access: 'public',
  tag,
  summary: 'Proves to another server of the same installation that this one is at the address, and lists the screens that arrived.',
  description: 'The request is authenticated with a key of the installation, which backups contain.',
  errors: ['NOT_FOUND'],
  body: serverProofBody,
  result: serverProof,
});
