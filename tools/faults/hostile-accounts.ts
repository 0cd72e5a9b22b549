import { solvePuzzles } from '../../apps/server/src/testing/proof-of-work.ts';
import { ApiPerson } from '../../e2e/api.ts';
import { openProductDatabase, readCaptcha } from '../../e2e/product-database.ts';
import type { Attack } from './attack.ts';
import { inBatches } from './in-batches.ts';
import { assert } from './round.ts';

const VICTIMS = 5;
const LOOKUPS = 600;
const LOOKUPS_PER_DAY = 300;
/** Small batches, like those of a script that avoids attention. */
const BATCHES = { concurrent: 10 };

/** One account searches for other accounts by address prefixes and by a list of exact addresses. */
export const harvestAddresses: Attack = {
  name: 'harvesting addresses',
  async run({ product }) {
    const run = Date.now();
    const attacker = await ApiPerson.create(product, `harvester-${run}@hostile-accounts.example`);
    const victims = await Promise.all(
      Array.from({ length: VICTIMS }, (_, at) => ApiPerson.create(product, `victim${at}-${run}@hostile-accounts.example`)),
    );
    const search = async (text: string): Promise<string[]> => {
      const { body } = await attacker.call('GET', `/share/email/search/${encodeURIComponent(text)}`);
      return ((body as { result?: { email: string }[] }).result ?? []).map(({ email }) => email);
    };
    const prefixes = victims.flatMap(({ email }) => Array.from({ length: email.length - 3 }, (_, at) => email.slice(0, at + 3)));
    const foundByPrefix = await inBatches(prefixes.length, BATCHES, (at) => search(prefixes[at] ?? ''));
    assert(foundByPrefix.flat().length === 0, `${new Set(foundByPrefix.flat()).size} addresses were found by a prefix`);
    const exact = await inBatches(LOOKUPS, BATCHES, (at) => search(victims[at % VICTIMS]?.email ?? ''));
    const found = exact.filter(({ length }) => length > 0).length;
    assert(found <= LOOKUPS_PER_DAY, `${found} addresses were confirmed by one account`);
  },
};

const MESSAGES = 60;
const PER_NETWORK_AND_DAY = 20;
const NETWORKS = 100;

/** One client solves every captcha and proof of work and sends messages as fast as it can. Then many networks send one message each. */
export const floodContactForm: Attack = {
  name: 'flooding the contact form',
  async run({ product }) {
    const database = await openProductDatabase(product);
    const { db } = database;
    const send = async (address: string): Promise<string> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const captchaResponse = await fetch(`${product.origin}/api/contacts/captcha`, { headers });
      const { result, code } = (await captchaResponse.json()) as { result?: { captchaId: string }; code?: string };
      if (!result) return code ?? 'refused';
      const { captchaId } = result;
      const body = JSON.stringify({
        name: 'Mallory',
        email: 'mallory@hostile-accounts.example',
        phoneNo: '5551234567',
        messageText: 'Buy something.',
        captcha: await readCaptcha(product, database, captchaId),
        captchaId,
        proofOfWork: solvePuzzles(captchaId),
      });
      const response = (await (await fetch(`${product.origin}/api/contacts`, { method: 'POST', headers, body })).json()) as {
        code?: string;
      };
      return response.code ?? 'sent';
    };
    try {
      await db.deleteFrom('contact_messages').execute();
      const first = { id: crypto.randomUUID(), name: 'Nora', email: 'nora@example.com', phone_no: '', message_text: 'My frame is dark.' };
      await db.insertInto('contact_messages').values(first).execute();
      const fromOne: string[] = [];
      for (let at = 0; at < MESSAGES; at++) fromOne.push(await send(`2001:db8:aa:1::${(at + 1).toString(16)}`));
      const sent = fromOne.filter((code) => code === 'sent').length;
      assert(sent <= PER_NETWORK_AND_DAY, `${sent} messages were accepted from one network`);
      for (let at = 0; at < NETWORKS; at++) await send(`2001:db8:bb:${(at + 1).toString(16)}::1`);
      const waiting = await db.selectFrom('contact_messages').select('id').where('id', '=', first.id).execute();
      assert(waiting.length === 1, 'an unanswered message was displaced');
      const mails = await db.selectFrom('contact_messages').select('announced_at').where('announced_at', 'is not', null).execute();
      assert(mails.length <= 2, `${mails.length} messages were announced within the hour`);
    } finally {
      await database.close();
    }
  },
};

const STRANGERS = 100;
const GUESSES_FROM_ONE_NETWORK = 10;

/** Strangers guess the password from many addresses of one IPv6 network, so that the owner is locked out of a browser that is new to the account. */
export const lockOut: Attack = {
  name: 'locking an owner out',
  async run({ product }) {
    const owner = await ApiPerson.create(product, `owner-${Date.now()}@hostile-accounts.example`);
    const signIn = async (password: string, address: string): Promise<string> => {
      const headers = { 'content-type': 'application/json', 'x-forwarded-for': address };
      const body = JSON.stringify({ email: owner.email, password });
      const response = await fetch(`${product.origin}/api/users/login`, { method: 'POST', headers, body });
      return ((await response.json()) as { code?: string }).code ?? 'signed in';
    };
    const codes = await Promise.all(
      Array.from({ length: STRANGERS }, (_, at) => signIn(`guess ${at}`, `2001:db8:cc:1::${(at + 1).toString(16)}`)),
    );
    const guesses = codes.filter((code) => code === 'INCORRECT_PASSWORD').length;
    assert(guesses <= GUESSES_FROM_ONE_NETWORK, `${guesses} guesses were made from one network`);
    const ownerResult = await signIn(owner.password, '2001:db8:cc:2::1');
    assert(ownerResult === 'signed in', `the owner was refused with ${ownerResult}`);
  },
};
