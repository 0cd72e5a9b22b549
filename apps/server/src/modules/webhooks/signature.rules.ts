import { createHmac, randomBytes } from 'node:crypto';
import { WEBHOOK_SECRET_PREFIX } from '@vitrine/contract/webhooks';

const SECRET_BYTES = 32;

export const createWebhookSecret = (): string => `${WEBHOOK_SECRET_PREFIX}${randomBytes(SECRET_BYTES).toString('base64')}`;

interface SignedRequest {
  id: string;
  at: Date;
  body: string;
  /** Secrets whose signatures the receiver may verify. */
  secrets: readonly string[];
}

/** Returns the headers of a delivery by the Standard Webhooks specification. */
export function createSignatureHeaders({ id, at, body, secrets }: SignedRequest): Record<string, string> {
  const timestamp = String(Math.floor(at.getTime() / 1000));
  const sign = (secret: string) =>
    createHmac('sha256', Buffer.from(secret.slice(WEBHOOK_SECRET_PREFIX.length), 'base64'))
      .update(`${id}.${timestamp}.${body}`)
      .digest('base64');
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': secrets.map((secret) => `v1,${sign(secret)}`).join(' '),
  };
}
