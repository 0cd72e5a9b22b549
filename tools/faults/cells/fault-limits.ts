import { ApiPerson } from '../../../e2e/api.ts';
import { givePlan } from '../../../e2e/product-database.ts';
import { assert } from '../round.ts';
import type { Cell, Fault } from './cell.ts';
import type { GeneratedFiles } from './generated-files.ts';

const CONCURRENT_REQUESTS = 100;
const GUESSES_PER_ADDRESS = 10;
const CAPTCHAS_PER_MINUTE = 20;
const DEVICES = 5;
const STORAGE_BYTES = 2_000_000;

/** Sends a hundred concurrent requests per limit, alternating between both processes. Together, they must allow no more than a single process. */
export const sharedLimits = (files: GeneratedFiles): Fault => ({
  name: 'limits',
  async run(cell) {
    const user = await ApiPerson.create(cell.installation, `limits${cell.random.whole(0, 1e9)}@example.com`);
    const guesses = await countGuesses(cell, user.email);
    assert(guesses === GUESSES_PER_ADDRESS, `${guesses} password guesses were checked, the limit is ${GUESSES_PER_ADDRESS}`);
    const captchas = await countCaptchas(cell);
    assert(captchas === CAPTCHAS_PER_MINUTE, `${captchas} captchas were created, the limit is ${CAPTCHAS_PER_MINUTE}`);
    await givePlan(user, { devices: DEVICES, storage_bytes: STORAGE_BYTES });
    const devices = await countDevices(cell, user.token);
    assert(devices === DEVICES, `${devices} devices were added, the limit is ${DEVICES}`);
    const photo = files.photo();
    const photos = await countPhotos(cell, user.token, photo);
    const capacity = Math.floor(STORAGE_BYTES / photo.length);
    assert(photos === capacity, `${photos} photos were stored, the limit is ${capacity}`);
    return `${CONCURRENT_REQUESTS} concurrent requests: ${guesses} guesses, ${captchas} captchas, ${devices} devices, ${photos} photos`;
  },
});

const createAddress = ({ random }: Cell) => `10.${random.whole(1, 250)}.${random.whole(0, 250)}.${random.whole(1, 250)}`;

/** Bypasses nginx, which would set the same client address for all requests. */
async function sendAlternately(
  { installation }: Cell,
  path: string,
  optionsOf: (at: number) => RequestInit | Promise<RequestInit>,
): Promise<{ status: number; code: string | undefined }[]> {
  return Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async (_, at) => {
      const [first, second] = installation.apiProcesses;
      const response = await fetch(`${(at % 2 === 0 ? first : second).origin}/api${path}`, await optionsOf(at));
      const body = (await response.json()) as { code?: string };
      assert(response.status < 500 || response.status === 507, `${path}: ${response.status} ${JSON.stringify(body)}`);
      return { status: response.status, code: body.code };
    }),
  );
}

const postJson = (body: object, headers: Record<string, string>): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

async function countGuesses(cell: Cell, email: string): Promise<number> {
  const from = createAddress(cell);
  const responses = await sendAlternately(cell, '/users/login', (at) =>
    postJson({ email, password: `wrong guess ${at}` }, { 'x-forwarded-for': from }),
  );
  return responses.filter(({ code }) => code === 'INCORRECT_PASSWORD').length;
}

async function countCaptchas(cell: Cell): Promise<number> {
  const headers = { 'x-forwarded-for': createAddress(cell) };
  return (await sendAlternately(cell, '/contacts/captcha', () => ({ headers }))).filter(({ status }) => status === 200).length;
}

async function countDevices(cell: Cell, token: string): Promise<number> {
  const codes = await Promise.all(
    Array.from({ length: CONCURRENT_REQUESTS }, async () => {
      const options = postJson({}, { 'x-forwarded-for': createAddress(cell) });
      const response = await fetch(`${cell.installation.processes.first.origin}/api/register/device`, options);
      return ((await response.json()) as { result: { deviceId: string } }).result.deviceId;
    }),
  );
  const responses = await sendAlternately(cell, '/devices', (at) =>
    postJson({ name: `Wall ${at}`, deviceId: codes[at], timeZone: 'UTC' }, { authorization: token }),
  );
  return responses.filter(({ status }) => status < 300).length;
}

async function countPhotos(cell: Cell, token: string, photo: Buffer): Promise<number> {
  const responses = await sendAlternately(cell, '/uploads', () => {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(photo)]), 'photo.jpg');
    return { method: 'POST', headers: { authorization: token }, body };
  });
  return responses.filter(({ status }) => status < 300).length;
}
