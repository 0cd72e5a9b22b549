import { TOTP_DIGITS, TOTP_PERIOD_S } from '@vitrine/contract';
import { Secret, TOTP } from 'otpauth';

const SECRET_BYTES = 20;
/** Steps by which the clock of a phone may be early or late. */
const WINDOW = 1;

const createTotp = (secret: string, label = '', issuer = '') =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: TOTP_DIGITS, period: TOTP_PERIOD_S, algorithm: 'SHA1', label, issuer });

/** Creates a random secret of 160 bits in base32. */
export const createTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** Returns the `otpauth:` address that an authenticator app reads from a QR code. */
export const createTotpUri = (secret: string, account: string, issuer: string): string => createTotp(secret, account, issuer).toString();

/** Returns the code that an app shows at this time. */
export const generateTotp = (secret: string, at: Date): string => createTotp(secret).generate({ timestamp: at.getTime() });

/** Returns the time step of a correct code; undefined for a wrong one, and for one that is more than a step early or late. */
export function findTotpStep(secret: string, code: string, at: Date): number | undefined {
  const timestamp = at.getTime();
  const delta = createTotp(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / TOTP_PERIOD_S) + delta;
}
