import { expect } from 'vitest';
import { type AccessMatrix, changesObjects, isRefusal, orderActors, type RowCheck } from './access-matrix.ts';
import { getTokenOutcome, TOKEN_ACTORS, type TokenActor } from './access-matrix-rows.ts';

/** Sends the request of a case with each API token. */
export async function expectTokenOutcomes(
  { test, sendRequest }: Pick<AccessMatrix, 'test' | 'sendRequest'>,
  name: string,
  { entry, expectedRow, objects }: RowCheck,
): Promise<void> {
  const route = test.routes().find(({ method, url }) => `${method} ${url}` === name);
  if (!route) throw new Error(`${name} is not declared`);
  const getOutcome = (actor: TokenActor) => getTokenOutcome(actor, expectedRow, route);
  for (const actor of orderActors(Object.keys(TOKEN_ACTORS) as TokenActor[], (token) => getOutcome(token) === 'allowed')) {
    const outcome = getOutcome(actor);
    const status = await sendRequest(name, entry, actor, await objects.get());
    if (outcome === 'allowed' && !entry.isAbsent) expect(isRefusal(status), `${actor}: ${status}`).toBe(false);
    else expect(status, actor).toBe(outcome === 'allowed' ? 404 : outcome);
    if (outcome === 'allowed' && changesObjects(entry)) objects.discard();
  }
}
