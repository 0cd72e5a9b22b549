import { createHash, createHmac, randomBytes, randomUUID } from 'node:crypto';
import { buildMoveText } from '@vitrine/contract/server-move-texts';
import { ApiPerson } from '../../e2e/api.ts';
import type { Attack } from './attack.ts';
import { registerWithRetry } from './hostile-screens.ts';
import { inBatches } from './in-batches.ts';
import { assert } from './round.ts';

const ADDRESS = '10.28.0.1';
const STRANGER = 'https://stranger.example';
const GUESSES = 2000;
const BATCHES = { concurrent: 20 };
/** Addresses of the guessing clients. Other requests have another address, so that limits of the guesses do not apply to them. */
const GUESSING = ['10.28.1.1', '10.28.2.1'];
const TICKET_USES = 100;

const hex = (bytes: number) => randomBytes(bytes).toString('hex');
const state = { rotation: null, sound: null, plays: { sequence: 0, lost: 0 }, sealed: [] };

/** Guessed ids and messages, messages for other addresses, tickets that were used, and a user who starts a move. */
export const stealScreens: Attack = {
  name: 'moves of screens to strangers, with guessed ids and used tickets',
  async run(attacker) {
    const owner = await ApiPerson.create(attacker.product, `moves-${randomUUID()}@example.com`);
    const { origin } = owner.product;
    const screen = await registerWithRetry(owner, ADDRESS);
    const post = async (
      path: string,
      body: object,
      headers: Record<string, string> = { 'x-forwarded-for': ADDRESS },
    ): Promise<{ status: number; text: string }> => {
      const response = await fetch(`${origin}/api/screens/move${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      });
      return { status: response.status, text: await response.text() };
    };
    const secretHash = createHash('sha256').update(screen.secret).digest();
    const asGuesser = () => ({ 'x-forwarded-for': GUESSING[Math.floor(Math.random() * GUESSING.length)] ?? ADDRESS });
    const prove = (deviceId: string, address: string, key: Buffer, headers?: Record<string, string>) => {
      const nonce = hex(16);
      const mac = createHmac('sha256', key)
        .update(buildMoveText('screen challenge', deviceId, address, nonce))
        .digest('hex');
      return post('/proof', { deviceId, address, nonce, mac }, headers);
    };
    const guesses = await inBatches(GUESSES, BATCHES, () => prove(screen.deviceId, origin, randomBytes(32), asGuesser()));
    assert(!guesses.some(({ status }) => status === 200 || status >= 500), 'a guessed message was answered, or failed');
    const relayed = await prove(screen.deviceId, STRANGER, secretHash);
    assert(relayed.status === 401, `a proof for another address was answered with ${relayed.status}`);
    assert((await prove(screen.deviceId, origin, secretHash)).status === 200, 'the screen itself gets no proof');

    const authorization = `Screen ${screen.deviceId}:${screen.secret}`;
    const stored = await post('/handovers', { state }, { authorization, origin: 'https://old.example', 'x-forwarded-for': ADDRESS });
    const { ticket } = (JSON.parse(stored.text) as { result: { ticket: string } }).result;
    const uses = await inBatches(TICKET_USES, BATCHES, () => post('/arrivals', { ticket }));
    assert(uses.filter(({ status }) => status === 200).length === 1, 'a ticket did not work exactly once');
    const madeUp = await inBatches(GUESSES, BATCHES, () => post('/arrivals', { ticket: hex(32) }, asGuesser()));
    assert(!madeUp.some(({ status }) => status === 200 || status >= 500), 'a made-up ticket was answered, or failed');

    const challenge = { address: origin, after: '', at: Date.now(), nonce: hex(16), mac: hex(32) };
    assert((await post('/servers', challenge)).status === 404, 'a stranger got the proof of the installation');
    const started = await owner.call('POST', '/console/server-move', { address: STRANGER });
    assert(started.status === 404, `a user who is no super-admin got ${started.status}`);
  },
};
