import type { MoveFailure } from '@vitrine/contract/server-move';
import { HANDOVER_FRAGMENT } from '@vitrine/contract/server-move-texts';
import type { Database, Identity } from '../database/database.ts';
import { addJitter } from '../sync/backoff.ts';
import { wait } from './arrive.ts';
import { readCarriedState } from './carried-state.ts';
import { readDeparture, removeDeparture, writeDeparture } from './departure-record.ts';
import { fetchInstruction, fetchProof, handOver, MoveRefusedError, reportFailure } from './move-api.ts';

/** Longest wait for a proof when a page starts whose screen has left. Nothing is shown until then. */
const START_TIMEOUT_MS = 4000;
/** Time between two attempts. */
const RETRY_MS = 300_000;
/** Time after which a screen that returned tries again. */
const RETURNED_RETRY_MS = 1_200_000;
const NAVIGATION_TIMEOUT_MS = 30_000;

/** Opens the page at the new address with a ticket. Resolves when the browser has not opened it in time. */
async function open(address: string, ticket: string | null): Promise<void> {
  location.assign(`${address}/screen${ticket === null ? '' : HANDOVER_FRAGMENT + ticket}`);
  await wait(NAVIGATION_TIMEOUT_MS);
}

/**
 * Runs at the start of a page whose screen has left. Opens the new address when the server there confirms that the screen plays there. When that server is
 * unreachable, opens it only if the page there starts without its server. In all other cases, the screen starts at the old address.
 */
export async function continueDeparture(database: Database): Promise<void> {
  const [record, identity] = [readDeparture(), await database.get('identity', 'me')];
  if (!record || !identity || record.deviceId !== identity.deviceId) return removeDeparture();
  const { address } = record;
  try {
    const { hasArrived, isCached } = await fetchProof(identity, address, START_TIMEOUT_MS);
    if (!hasArrived) return;
    writeDeparture({ ...record, isDone: true, isCached });
  } catch (cause) {
    console.info('the new address gives no proof:', cause);
    const canStartThere = !(cause instanceof MoveRefusedError) && record.isDone && record.isCached;
    return canStartThere ? open(address, null) : undefined;
  }
  // The browser may have lost what the page there has stored.
  const ticket = await readCarriedState(database)
    .then((state) => handOver(identity, address, state))
    .catch(() => null);
  await open(address, ticket);
}

interface DepartureOptions {
  database: Database;
  /** True while the screen must not leave, for example because it shows an emergency message. */
  isBusy: () => boolean;
}

/** Creates the function that moves the screen to the address that its server names, at a random moment within a time in milliseconds. */
export function createDeparture({ database, isBusy }: DepartureOptions): (withinMs: number) => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isReturnReported = false;
  const schedule = (delayMs: number) => {
    timer = setTimeout(() => {
      void attempt()
        .catch((cause: unknown) => {
          console.info('the screen has not moved:', cause);
          return true;
        })
        .then((hasToRetry) => {
          timer = undefined;
          if (hasToRetry) schedule(addJitter(RETRY_MS));
        });
    }, delayMs);
  };
  const report = (identity: Identity, moveId: string, failure: MoveFailure) =>
    reportFailure(identity, moveId, failure).catch((cause: unknown) => console.info('the failure was not reported:', cause));

  /** Tries to move the screen. Returns whether to try again. */
  const attempt = async (): Promise<boolean> => {
    const identity = await database.get('identity', 'me');
    const instruction = identity ? await fetchInstruction(identity) : null;
    if (!identity || !instruction || instruction.address === location.origin) return false;
    const { moveId, address } = instruction;
    const record = readDeparture();
    if (record?.moveId === moveId && !isReturnReported) {
      isReturnReported = true;
      await report(identity, moveId, 'returned');
    }
    if (isBusy() || (record?.moveId === moveId && Date.now() < record.retryAt)) return true;
    try {
      await fetchProof(identity, address);
    } catch (cause) {
      await report(identity, moveId, cause instanceof MoveRefusedError ? 'refused' : 'unreachable');
      throw cause;
    }
    const ticket = await handOver(identity, address, await readCarriedState(database));
    const retryAt = Date.now() + addJitter(RETURNED_RETRY_MS);
    writeDeparture({ deviceId: identity.deviceId, moveId, address, isDone: false, isCached: false, retryAt });
    await open(address, ticket);
    return true;
  };
  return (withinMs) => {
    if (timer === undefined) schedule(Math.random() * withinMs);
  };
}
