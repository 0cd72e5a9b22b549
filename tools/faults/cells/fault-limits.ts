import { ApiPerson } from '../../../e2e/api.ts';
import { givePlan } from '../../../e2e/product-database.ts';
import { assert } from '../round.ts';
import type { Cell, Fault } from './cell.ts';
import type { MadeFiles } from './made-files.ts';

const AT_ONCE = 100;
const GUESSES_FROM_ONE = 10;
const CAPTCHAS_A_MINUTE = 60;
const DEVICES = 5;
const STORAGE_BYTES = 2_000_000;

/** A hundred attempts at once against each of some limits, by turns at both processes: what one process would allow is all that both allow. */
export const limitsByTurns = (files: MadeFiles): Fault => ({
  name: 'limits',
  async run(cell) {
    const somebody = await ApiPerson.create(cell.installation, `limits${cell.random.whole(0, 1e9)}@example.com`);
    const guesses = await countGuesses(cell, somebody.email);
    assert(guesses === GUESSES_FROM_ONE, `${guesses} guesses at a password were tried, ${GUESSES_FROM_ONE} may be`);
    const captchas = await countCaptchas(cell);
    assert(captchas === CAPTCHAS_A_MINUTE, `${captchas} captchas were drawn, ${CAPTCHAS_A_MINUTE} may be`);
    await givePlan(somebody, { devices: DEVICES, storage_bytes: STORAGE_BYTES });
    const devices = await countDevices(cell, somebody.token);
    assert(devices === DEVICES, `${devices} devices were added, ${DEVICES} may be`);
    const photo = files.photo();
    const photos = await countPhotos(cell, somebody.token, photo);
    const room = Math.floor(STORAGE_BYTES / photo.length);
    assert(photos === room, `${photos} photos were taken where ${room} have room`);
    return `${AT_ONCE} at once: ${guesses} guesses, ${captchas} captchas, ${devices} devices, ${photos} photos`;
  },
});

const addressOf = ({ random }: Cell) => `10.${random.whole(1, 250)}.${random.whole(0, 250)}.${random.whole(1, 250)}`;

/** Past the proxy, which would let all of them be from one address. */
async function byTurns(
  { installation }: Cell,
  path: string,
  optionsOf: (at: number) => RequestInit | Promise<RequestInit>,
): Promise<{ status: number; code: string | undefined }[]> {
  return Promise.all(
    Array.from({ length: AT_ONCE }, async (_, at) => {
      const [one, other] = installation.serving;
      const answer = await fetch(`${(at % 2 === 0 ? one : other).origin}/api${path}`, await optionsOf(at));
      const body = (await answer.json()) as { code?: string };
      assert(answer.status < 500 || answer.status === 507, `${path}: ${answer.status} ${JSON.stringify(body)}`);
      return { status: answer.status, code: body.code };
    }),
  );
}

const postJson = (body: object, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function countGuesses(cell: Cell, email: string): Promise<number> {
  const from = addressOf(cell);
  const answers = await byTurns(cell, '/users/login', (at) =>
    postJson({ email, password: `wrong guess ${at}` }, { 'x-forwarded-for': from }),
  );
  return answers.filter(({ code }) => code === 'INCORRECT_PASSWORD').length;
}

async function countCaptchas(cell: Cell): Promise<number> {
  const headers = { 'x-forwarded-for': addressOf(cell) };
  return (await byTurns(cell, '/contacts/captcha', () => ({ headers }))).filter(({ status }) => status === 200).length;
}

async function countDevices(cell: Cell, token: string): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      const given = postJson({}, { 'x-forwarded-for': addressOf(cell) });
      const answer = await fetch(`${cell.installation.processes.one.origin}/api/register/device`, given);
      return ((await answer.json()) as { result: { deviceId: string } }).result.deviceId;
    }),
  );
  const answers = await byTurns(cell, '/devices', (at) =>
    postJson({ name: `Wall ${at}`, deviceId: codes[at], timeZone: 'UTC' }, { authorization: token }),
  );
  return answers.filter(({ status }) => status < 300).length;
}

async function countPhotos(cell: Cell, token: string, photo: Buffer): Promise<number> {
  const answers = await byTurns(cell, '/uploads', () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    return { method: 'POST', headers: { authorization: token }, body };
  });
  return answers.filter(({ status }) => status < 300).length;
}
