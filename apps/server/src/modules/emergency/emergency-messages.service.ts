import type { createEmergencyMessageBody, EmergencyMessage, EmergencyUpdate, editEmergencyMessageBody } from '@vitrine/contract';
import { EMERGENCY_LIMITS } from '@vitrine/contract/emergency';
import type { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Database, Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Live } from '../../platform/live/live.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import { authorizeCreate, authorizeList, findBillingOwner, lockMemberships, type OwnerScope } from '../organisations/index.ts';
import { emergencyTopicNudge, emergencyUpdateNudge } from './emergency.live.ts';
import { presentMessage } from './emergency.presenter.ts';
import { listOwnerAudience } from './emergency-alerts.read-model.ts';
import { findOpenAlert } from './emergency-alerts.store.ts';
import { countOwnedTargets, findMessage, findMessageFacts, listMessages } from './emergency-messages.read-model.ts';
import {
  countMessages,
  deleteMessage,
  insertMessage,
  isDigitTaken,
  lockTargets,
  type MessageContent,
  updateMessage,
} from './emergency-messages.store.ts';
import { raiseRevision } from './emergency-owners.store.ts';
import { type EmergencyOwner, listScreensOfOwner, loadDocuments } from './emergency-screens.read-model.ts';
import { getSpreadMs } from './screen-states.service.ts';

interface MessagesDeps {
  db: Database;
  live: Live;
  clock: Clock;
}

type NewMessage = z.output<typeof createEmergencyMessageBody>;
type ChangedMessage = z.output<typeof editEmergencyMessageBody>;

/** Resolves the owner of messages to create: the account, or a family to which it belongs. */
export async function resolveOwner(
  tx: Tx,
  actor: Person,
  { userId = getAccountInView(actor), orgId }: Partial<OwnerScope>,
): Promise<EmergencyOwner> {
  const scope = { userId, ...(orgId !== undefined && { orgId }) };
  await authorizeCreate(tx, actor, scope);
  const payer = await findBillingOwner(tx, scope);
  if (payer === undefined) throw new AppError('NOT_FOUND');
  return { user_id: payer, org_id: orgId ?? null };
}

/** Messages that are prepared, and stored by the screens of their owner. */
export function createEmergencyMessagesService({ db, live, clock }: MessagesDeps) {
  const present = async (at: Db, id: string): Promise<EmergencyMessage> => {
    const row = await findMessage(at, id, clock.now());
    if (!row) throw new AppError('NOT_FOUND');
    return presentMessage(row);
  };

  /** Notifies all screens of the owner that they have to store other messages, and the pages of the people. */
  const notify = async (tx: Tx, owner: EmergencyOwner, revision: number): Promise<void> => {
    const screenIds = await listScreensOfOwner(tx, owner.user_id);
    const document = (await loadDocuments(tx, [owner.user_id])).get(owner.user_id)?.digest ?? '';
    const update: EmergencyUpdate = { revision, document, alerts: [], isComplete: false, withinMs: getSpreadMs(screenIds.length) };
    await live.send(tx, [emergencyUpdateNudge(screenIds, update), emergencyTopicNudge(await listOwnerAudience(tx, owner))]);
  };

  /** Locks the owner of a message that no alert shows, and returns the owner. EMERGENCY_ACTIVE. */
  const lockForChange = async (
    tx: Tx,
    actor: Person,
    id: string,
    content?: MessageContent,
  ): Promise<{ owner: EmergencyOwner; revision: number }> => {
    await authorize(tx, actor, 'emergency.update', [id]);
    const message = await findMessageFacts(tx, id);
    if (!message) throw new AppError('NOT_FOUND');
    const owner = { user_id: message.user_id, org_id: message.org_id };
    if (content) await lockTargets(tx, content);
    const revision = await raiseRevision(tx, owner.user_id);
    // Someone may have deleted it, or raised it, while the owner was locked.
    if (!(await findMessageFacts(tx, id))) throw new AppError('NOT_FOUND');
    const open = await findOpenAlert(tx, id);
    if (open && open.ends_at > clock.now()) throw new AppError('EMERGENCY_ACTIVE');
    return { owner, revision };
  };

  return {
    async list(actor: Person, { userId = getAccountInView(actor), orgId }: Partial<OwnerScope>): Promise<EmergencyMessage[]> {
      const whose = await authorizeList(db, actor, { userId, ...(orgId !== undefined && { orgId }) });
      return (await listMessages(db, whose, clock.now())).map(presentMessage);
    },

    create: (actor: Person, { userId, orgId, ...content }: NewMessage): Promise<EmergencyMessage> =>
      db.transaction().execute(async (tx) => {
        await lockMemberships(tx, actor.userId);
        const owner = await resolveOwner(tx, actor, { ...(userId && { userId }), ...(orgId && { orgId }) });
        await lockTargets(tx, content);
        const revision = await raiseRevision(tx, owner.user_id);
        if ((await countMessages(tx, owner.user_id)) >= EMERGENCY_LIMITS.messagesPerOwner) throw new AppError('EMERGENCY_LIMIT');
        const id = newId();
        await insertMessage(tx, id, owner, await checkContent(tx, id, owner, content));
        await notify(tx, owner, revision);
        return present(tx, id);
      }),

    edit: (actor: Person, id: string, content: ChangedMessage): Promise<EmergencyMessage> =>
      db.transaction().execute(async (tx) => {
        const { owner, revision } = await lockForChange(tx, actor, id, content);
        await updateMessage(tx, id, await checkContent(tx, id, owner, content));
        await notify(tx, owner, revision);
        return present(tx, id);
      }),

    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        const { owner, revision } = await lockForChange(tx, actor, id);
        await deleteMessage(tx, id);
        await notify(tx, owner, revision);
      }),
  };
}

export type EmergencyMessagesService = ReturnType<typeof createEmergencyMessagesService>;

/** Checks that all targets, the devices of the key and the picture belong to the owner of the message, and that no other message has the key. NOT_FOUND, INVALID. */
async function checkContent(tx: Tx, id: string, owner: EmergencyOwner, content: MessageContent): Promise<MessageContent> {
  const tagIds = content.isForAll ? [] : getDistinct(content.tagIds);
  const deviceIds = content.isForAll ? [] : getDistinct(content.deviceIds);
  const key = content.key && { ...content.key, deviceIds: getDistinct(content.key.deviceIds) };
  const keyDeviceIds = key?.deviceIds ?? [];
  const owned = await countOwnedTargets(tx, owner, { tagIds, deviceIds, keyDeviceIds, mediaId: content.mediaId });
  const areTargetsOwned = owned.tags === tagIds.length && owned.devices === deviceIds.length && owned.keyDevices === keyDeviceIds.length;
  if (!areTargetsOwned || (content.mediaId !== null && owned.media === 0))
    throw new AppError('NOT_FOUND', 'A screen, a tag or the picture belongs to someone else, or was deleted. Choose another one.');
  if (key && (await isDigitTaken(tx, owner.user_id, key.digit, id))) {
    const message = 'Another message has this key. Choose another one.';
    throw new AppError('INVALID', message, { issues: [{ path: 'key.digit', message }] });
  }
  return { ...content, tagIds, deviceIds, key };
}

const getDistinct = (ids: readonly string[]): string[] => [...new Set(ids.map((id) => id.toLowerCase()))];
