import { WEBHOOK_EVENTS, type WebhookEvent } from '@vitrine/contract/webhooks';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** Longest time after which a webhook that another process created receives events. */
const CACHED_MS = 1000;

/**
 * Event types to which any webhook of the installation subscribes. Devices cause thousands of events in a second, and most installations have no webhook for
 * them. So each process caches the types for a second.
 */
export function createSubscribedEvents() {
  let known: { types: ReadonlySet<string>; until: number } | undefined;
  return {
    async has(db: Db, type: WebhookEvent): Promise<boolean> {
      const now = performance.now();
      if (known === undefined || known.until <= now) {
        const { rows } = await sql<{ type: string }>`
          select type from unnest(${[...WEBHOOK_EVENTS]}::text[]) as type
          where exists (select from webhooks where events @> array[type] and disabled_at is null)`.execute(db);
        known = { types: new Set(rows.map((row) => row.type)), until: now + CACHED_MS };
      }
      return known.types.has(type);
    },
    /** Called once a webhook of this process was created or enabled. */
    forget: (): void => void (known = undefined),
  };
}

export type SubscribedEvents = ReturnType<typeof createSubscribedEvents>;
