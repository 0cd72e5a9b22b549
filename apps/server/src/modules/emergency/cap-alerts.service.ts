import type { CapResult } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { ToolError, ToolLimitError } from '../../platform/media-tools/tool-child.ts';
import type { CapAlert } from '../../platform/sources/cap-document.ts';
import { parseCapAlert } from '../../platform/sources/cap-document.ts';
import type { SourceParser } from '../../platform/sources/source-parser.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { type DrillStatuses, getCapMode, matchCapAlert } from './cap.rules.ts';
import { findPostingKeys } from './cap-posting.store.ts';
import { type CapReference, deleteSurplusCapAlerts, findOpenAlert, insertCapAlert, listAlertsOfCap } from './emergency-alerts.store.ts';
import { listCapMessages } from './emergency-messages.read-model.ts';
import { resolveOwner } from './emergency-messages.service.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import type { EmergencyOwner } from './emergency-screens.read-model.ts';
import type { RaiseAlerts } from './raise-alerts.service.ts';
import type { Raiser } from './raise-limits.rules.ts';

interface CapAlertsDeps {
  db: Database;
  clock: Clock;
  parser: SourceParser;
  alerts: RaiseAlerts;
}

interface Match {
  messageId: string;
  minutes: number | undefined;
}

/** A CAP alert, and the owner whose messages it may raise. */
interface ReceivedAlert {
  raiser: Raiser;
  owner: EmergencyOwner;
  alert: CapAlert;
  /** Whether its signature was verified. */
  isSigned: boolean;
  drills: DrillStatuses;
}

/** Changes that a CAP alert makes. */
interface Changes {
  received: ReceivedAlert;
  matches: Match[];
  drill: boolean;
  /** Runs a change, or records that the daily limit refuses it. */
  unlessRefused: <T>(change: () => Promise<T>) => Promise<T | undefined>;
}

/** Maximum size of an unsigned alert that this process parses. Larger ones would keep the event loop busy for more than 10 ms. */
const OWN_PARSER_BYTES = 8 * 1024;
/** Statuses of posted alerts that raise drills. */
const POSTED_DRILLS: DrillStatuses = ['Exercise'];
const NO_CHANGE: CapResult = { isNew: false, raised: [], ended: [] };

/** Raises, extends and ends emergency alerts by alerts of the Common Alerting Protocol, which programs post or feeds contain. */
export function createCapAlertsService({ db, clock, parser, alerts }: CapAlertsDeps) {
  const listMatches = async (tx: Tx, { owner, alert }: ReceivedAlert): Promise<Match[]> => {
    if (alert.type !== 'Alert' && alert.type !== 'Update') return [];
    return (await listCapMessages(tx, owner)).flatMap(({ id, cap }) => {
      const match = matchCapAlert(alert, cap, clock.now().getTime());
      return match ? [{ messageId: id, ...match }] : [];
    });
  };

  const toReference = ({ alert: { sender, identifier, sent }, isSigned }: ReceivedAlert): CapReference => ({
    sender,
    identifier,
    sent,
    isSigned,
  });

  /** Raises a message. Returns the alert's id; undefined when no screen would show it, or a real alert shows it and this is an exercise. */
  const raise = async (tx: Tx, received: ReceivedAlert, { messageId, minutes }: Match, drill: boolean) => {
    try {
      return await alerts.raise(tx, received.raiser, { messageId, minutes, drill, cap: toReference(received) });
    } catch (cause) {
      const isSkipped = cause instanceof AppError && (cause.code === 'EMERGENCY_NO_SCREENS' || cause.code === 'EMERGENCY_ACTIVE');
      if (isSkipped) return undefined;
      throw cause;
    }
  };

  /** Applies an update or a cancellation to the alerts that its references raised. Changes their ends, and ends alerts whose messages it does not match. */
  const applyToReferenced = async (tx: Tx, { received, matches, drill, unlessRefused }: Changes) => {
    const { raiser, owner, alert, isSigned } = received;
    const changed = { raised: [] as string[], ended: [] as string[] };
    if (alert.type !== 'Update' && alert.type !== 'Cancel') return changed;
    for (const { id, messageId, is_drill } of await listAlertsOfCap(tx, owner, alert.references, isSigned)) {
      if (is_drill !== drill) continue;
      const match = matches.find((candidate) => candidate.messageId === messageId);
      if (match?.minutes !== undefined) {
        const endsAt = new Date(clock.now().getTime() + match.minutes * 60_000);
        await unlessRefused(async () => {
          await alerts.extend(tx, raiser, { id, messageId, drill }, endsAt, toReference(received));
          changed.raised.push(id);
        });
      } else if (match === undefined && (await alerts.end(tx, raiser, { id, messageId, drill }))) changed.ended.push(id);
    }
    return changed;
  };

  /** Records an alert. Returns false when the alert, or an update or a cancellation of it, was received before. */
  const record = async (tx: Tx, received: ReceivedAlert): Promise<boolean> => {
    const { owner, alert, isSigned } = received;
    const now = clock.now();
    const isNew = await insertCapAlert(tx, owner, toReference(received), now);
    // An alert that arrives after its update or its cancellation is ignored.
    if (alert.type === 'Update' || alert.type === 'Cancel')
      for (const reference of alert.references) await insertCapAlert(tx, owner, { ...reference, isSigned }, now);
    await deleteSurplusCapAlerts(tx, owner, isSigned);
    return isNew;
  };

  /** Applies an alert to the messages of an owner. `authorizeMatches` is called before the messages are changed. */
  const apply = async (tx: Tx, received: ReceivedAlert, authorizeMatches?: (messageIds: string[]) => Promise<void>): Promise<CapResult> => {
    await raiseRevision(tx, received.owner.user_id);
    const mode = getCapMode(received.alert, received.drills);
    if (!(await record(tx, received))) return NO_CHANGE;
    if (mode === null) return { ...NO_CHANGE, isNew: true };
    const matches = await listMatches(tx, received);
    if (matches.length > 0) await authorizeMatches?.(matches.map(({ messageId }) => messageId));
    const refusals: AppError[] = [];
    const unlessRefused: Changes['unlessRefused'] = (change) =>
      change().catch((error: unknown) => {
        if (!(error instanceof AppError && error.code === 'TOO_MANY_REQUESTS')) throw error;
        refusals.push(error);
        return undefined;
      });
    const drill = mode === 'drill';
    const { raised, ended } = await applyToReferenced(tx, { received, matches, drill, unlessRefused });
    for (const match of matches) {
      const open = (await findOpenAlert(tx, match.messageId))?.id;
      if (open !== undefined && raised.includes(open)) continue;
      const id = await unlessRefused(() => raise(tx, received, match, drill));
      if (id !== undefined) raised.push(id);
    }
    // Changes that were made stay, above all ends, although the daily limit refuses the others.
    if (refusals[0] && raised.length === 0 && ended.length === 0) throw refusals[0];
    return { isNew: true, raised, ended };
  };

  /** Parses a posted alert, and verifies its signature if the owner requires one. CAP_INVALID, CAP_SIGNATURE_INVALID. */
  const readPosted = async (actor: Person, xml: string, trustedKeys: string | null): Promise<CapAlert> => {
    const body = Buffer.from(xml);
    if (trustedKeys === null && body.length <= OWN_PARSER_BYTES) return parseCapAlert(xml);
    const request = { body, contentType: 'charset=utf-8', trustedKeys, now: clock.now().getTime() };
    const content = await parser.readCap(request, { account: actor.userId }).catch((cause: unknown) => {
      if (!(cause instanceof ToolError)) throw cause;
      throw new AppError(cause instanceof ToolLimitError ? 'CAP_INVALID' : 'UNAVAILABLE', undefined, { cause });
    });
    if (content.kind === 'feed') throw new AppError('CAP_INVALID');
    return content.alert;
  };

  return {
    async receive(actor: Person, scope: Partial<OwnerScope>, body: unknown): Promise<CapResult> {
      const { userId = getAccountInView(actor), orgId } = scope;
      // The permission is checked before the body is parsed, and again with the changes.
      await db.transaction().execute((tx) => resolveOwner(tx, actor, scope));
      if (typeof body !== 'string') throw new AppError('CAP_INVALID');
      const trustedKeys = await findPostingKeys(db, orgId ?? userId);
      const alert = await readPosted(actor, body, trustedKeys);
      return db.transaction().execute(async (tx) => {
        await lockMemberships(tx, actor.userId);
        const owner = await resolveOwner(tx, actor, scope);
        const received = { raiser: actor, owner, alert, isSigned: trustedKeys !== null, drills: POSTED_DRILLS };
        return apply(tx, received, (messageIds) => authorize(tx, actor, 'emergency.raise', messageIds));
      });
    },

    /** Applies an alert of a feed. */
    apply: (tx: Tx, received: ReceivedAlert): Promise<CapResult> => apply(tx, received),
  };
}

export type CapAlertsService = ReturnType<typeof createCapAlertsService>;
