/**
 * Writes `apps/server/common-passwords.bin`: sorted digests of the hundred thousand most common passwords that meet the length rule. Takes a list with one
 * password per line, most common first (decision 24 names the source).
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestPassword } from '../apps/server/src/modules/accounts/password-policy.ts';
import { LIMITS } from '../packages/contract/src/limits.ts';
import { root } from './checks/source-files.ts';

const PASSWORD_COUNT = 100_000;

const [list] = process.argv.slice(2);
if (!list) throw new Error('Usage: node scripts/make-common-passwords.ts passwords.txt');
const passwords = readFileSync(list, 'utf8').split(/\r?\n/).slice(0, PASSWORD_COUNT);
const allowed = passwords.filter((password) => password.length >= LIMITS.passwordMin);
const digests = new Set(allowed.map((password) => digestPassword(password).toString('hex')));
writeFileSync(path.join(root, 'apps/server/common-passwords.bin'), Buffer.from([...digests].toSorted().join(''), 'hex'));
console.log(`${digests.size} digests of ${allowed.length} passwords`);
