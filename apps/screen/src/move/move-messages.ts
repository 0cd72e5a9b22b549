import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { buildMoveText, type MoveTextKind } from '@vitrine/contract/server-move-texts';

/** Returns the code that authenticates a text. The key is the hash of the screen's secret, which servers store. Browsers offer no HMAC at http addresses. */
export const createMac = (secret: string, kind: MoveTextKind, ...parts: readonly string[]): string =>
  bytesToHex(hmac(sha256, sha256(utf8ToBytes(secret)), utf8ToBytes(buildMoveText(kind, ...parts))));

export const createNonce = (): string => bytesToHex(crypto.getRandomValues(new Uint8Array(16)));
