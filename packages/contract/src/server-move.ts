import { z } from 'zod';
import { deviceCode } from './devices.ts';
import { id } from './envelope.ts';
import { play } from './plays.ts';

export const SERVER_MOVE_LIMITS = {
  /** Time in which the new page redeems a handover. */
  ticketMs: 300_000,
  /** Plays that the server has not counted yet and that a screen takes with it. */
  plays: 200,
  /** Screens that the console names. */
  listed: 100,
  /** Arrivals in one answer of the new server. */
  arrivals: 1000,
  /** Difference between the clocks of two servers. */
  clockSkewMs: 300_000,
} as const;

const mac = z.string().regex(/^[0-9a-f]{64}$/);
const nonce = z.string().regex(/^[0-9a-f]{32}$/);
const origin = z.string().min(1).max(300);

/** POST /console/server-move */
export const serverMoveBody = z.strictObject({
  /** New address of the screens, such as `https://screens.example.com`. */
  address: z.string().trim().min(1, 'Enter the new address.').max(300, 'This address is too long.'),
});

/** Why a screen is still at the old address. `unreachable`: it gets no answer at the new one. `refused`: the server there does not prove that it knows the screen. `returned`: it could not play there. */
export const moveFailure = z.enum(['unreachable', 'refused', 'returned']);
export type MoveFailure = z.infer<typeof moveFailure>;

const remainingScreen = z.object({
  /** Id of the device. */
  _id: id,
  name: z.string(),
  /** The six-character id that the screen shows. */
  deviceId: z.string(),
  isOnline: z.boolean(),
  failure: moveFailure.nullable(),
});
export type RemainingScreen = z.infer<typeof remainingScreen>;

/** GET /console/server-move */
export const serverMove = z
  .object({
    /** Address at which screens are opened now. */
    currentAddress: z.string(),
    /** Null when screens are not being moved. */
    move: z
      .object({
        _id: id,
        address: z.string(),
        startedAt: z.string(),
        /** When the server at the new address last answered; null before. */
        checkedAt: z.string().nullable(),
        /** Devices, and how many of them play at the new address. */
        total: z.number().int(),
        moved: z.number().int(),
        /** Devices that have not moved, at most 100 of them. */
        remaining: z.array(remainingScreen),
      })
      .nullable(),
  })
  .meta({ id: 'ServerMove' });
export type ServerMove = z.infer<typeof serverMove>;

/** GET /screens/move: null when the screen stays where it is. */
export const moveInstruction = z.object({ moveId: id, address: z.string(), mac }).nullable();
export type MoveInstruction = NonNullable<z.infer<typeof moveInstruction>>;

/** POST /screens/move/failures */
export const moveFailureBody = z.strictObject({ moveId: id, failure: moveFailure });

/** POST /screens/move/proof */
export const screenProofBody = z.strictObject({ deviceId: deviceCode, address: origin, nonce, mac });
export const screenProof = z.object({
  /** Whether the screen already plays at this address, and whether its page also starts there without the server. */
  hasArrived: z.boolean(),
  isCached: z.boolean(),
  mac,
});
export type ScreenProof = z.infer<typeof screenProof>;

/** State of a screen that moves with its identity. */
export const carriedState = z.strictObject({
  rotation: z.string().max(3).nullable(),
  sound: z.string().max(3).nullable(),
  /** Number of the last batch of plays, and plays that were dropped. */
  plays: z.strictObject({ sequence: z.number().int().min(0), lost: z.number().int().min(0) }),
  /** Plays that the old server has not acknowledged. */
  sealed: z.array(play).max(SERVER_MOVE_LIMITS.plays),
});
export type CarriedState = z.infer<typeof carriedState>;

/** POST /screens/move/handovers */
export const handoverBody = z.strictObject({ state: carriedState });
export const handover = z.object({ ticket: z.string() });

/** POST /screens/move/arrivals */
export const arrivalBody = z.strictObject({ ticket: z.string().min(1).max(100) });
export const arrival = z.object({
  deviceId: z.string(),
  secret: z.string(),
  /** Address from which the screen came. It returns there if it can't play. */
  from: z.string(),
  state: carriedState,
});
export type Arrival = z.infer<typeof arrival>;

/** PUT /screens/move/arrivals */
export const arrivedBody = z.strictObject({ address: origin, isCached: z.boolean() });

/** POST /screens/move/servers */
export const serverProofBody = z.strictObject({
  address: origin,
  /** Position after which arrivals are listed; empty for the start. */
  after: z.string().max(100),
  /** Epoch milliseconds by the asking server's clock. */
  at: z.number().int(),
  nonce,
  mac,
});
export type ServerProofBody = z.infer<typeof serverProofBody>;
export const serverProof = z.object({
  /** Address at which the screens of this server are opened. */
  screenAddress: z.string(),
  /** Ids of screens that play at this address, in the order of their arrival. */
  arrived: z.array(z.string()),
  /** Position of the last one. */
  after: z.string(),
  mac,
});
export type ServerProof = z.infer<typeof serverProof>;
