import {
  type createSourceBody,
  type editSourceBody,
  needsAddress,
  SOURCE_FETCH_PAUSE_MS,
  SOURCE_INTERVALS,
  SOURCE_LIMITS,
  type Source,
  type SourceDetails,
  type SourceSettings,
  sourceSettings,
} from '@vitrine/contract/sources';
import type { z } from 'zod';
import type { Db, Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { TextEncryption } from '../../platform/security/text-encryption.ts';
import { authorize, getAccountInView, type Person } from '../access/index.ts';
import type { Platform } from '../define-module.ts';
import { lockAccounts } from '../entitlements/index.ts';
import { createSourceNudge } from './sources.live.ts';
import { parseDocument, presentSource } from './sources.presenter.ts';
import { findSource, findSourceData, listSources, wasRequestedSince } from './sources.read-model.ts';
import {
  countSources,
  deleteUnusedSource,
  insertSource,
  lockSource,
  renameSource,
  requestFetch,
  updateInterval,
  updateSettings,
} from './sources.store.ts';

interface SourcesDeps extends Pick<Platform, 'db' | 'clock' | 'live'> {
  encryption: TextEncryption;
}

type NewSource = z.output<typeof createSourceBody>;
type SourceChange = Omit<z.output<typeof editSourceBody>, 'userId'>;

/** Shortest time between two fetches after changes of one source. */
const CHANGE_PAUSE_MS = 10_000;
const ADDRESS_REQUIRED = 'Enter an address.';

export function createSourcesService({ db, clock, live, encryption }: SourcesDeps) {
  const nudge = createSourceNudge(live);

  const present = async (at: Db, actor: Person, id: string): Promise<Source> => {
    const row = await findSource(at, id);
    if (!row) throw new AppError('NOT_FOUND');
    return presentSource(row, getAccountInView(actor));
  };

  /** One transaction: authorize, lock, change, then notify the owner's pages. */
  const change = (actor: Person, id: string, apply: (tx: Tx, row: LockedSource) => Promise<void>): Promise<Source> =>
    db.transaction().execute(async (tx) => {
      await authorize(tx, actor, 'source.update', [id]);
      const row = await lockSource(tx, id);
      if (!row) throw new AppError('NOT_FOUND');
      await apply(tx, row);
      await nudge(tx, row.owner_id);
      return present(tx, actor, id);
    });

  return {
    async list(actor: Person, userId = getAccountInView(actor)): Promise<{ sources: Source[] }> {
      await authorize(db, actor, 'account.read', [userId]);
      return { sources: (await listSources(db, userId)).map((row) => presentSource(row, userId)) };
    },

    /** Creates a source and schedules its first fetch. SOURCE_LIMIT. */
    create: (actor: Person, { userId = getAccountInView(actor), settings, ...given }: NewSource): Promise<Source> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'account.update', [userId]);
        await lockAccounts(tx, [userId]);
        if ((await countSources(tx, userId)) >= SOURCE_LIMITS.perAccount) throw new AppError('SOURCE_LIMIT');
        const id = newId();
        await insertSource(tx, {
          id,
          owner_id: userId,
          name: given.name,
          settings,
          encrypted_address: given.address === undefined ? null : encryption.encrypt(given.address),
          interval_minutes: given.intervalMinutes ?? SOURCE_INTERVALS[settings.kind].default,
          now: clock.now(),
        });
        await nudge(tx, userId);
        const row = await findSource(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        return presentSource(row, userId);
      }),

    /** Returns a source with its data. Only the owner gets the address, not an administrator who views the account. */
    async read(actor: Person, id: string): Promise<SourceDetails> {
      await authorize(db, actor, 'source.read', [id]);
      const [row, data] = [await findSource(db, id), await findSourceData(db, id)];
      if (!row || !data) throw new AppError('NOT_FOUND');
      const isOwner = row.owner_id === actor.userId;
      return {
        source: presentSource(row, getAccountInView(actor)),
        address: isOwner && data.encrypted_address ? encryption.decrypt(data.encrypted_address) : null,
        document: parseDocument(data.document),
        currentUntil: row.failing_since?.getTime() ?? null,
      };
    },

    edit: (actor: Person, id: string, { name, settings, address, intervalMinutes }: SourceChange): Promise<Source> =>
      change(actor, id, async (tx, row) => {
        const now = clock.now();
        if (name !== undefined) await renameSource(tx, id, name);
        if (intervalMinutes !== undefined) {
          assertInterval(row.kind, intervalMinutes);
          await updateInterval(tx, id, intervalMinutes, now);
        }
        const next = mergeSettings(row, { settings, address }, encryption);
        const pausedUntil = (row.requested_at?.getTime() ?? 0) + CHANGE_PAUSE_MS;
        if (next) await updateSettings(tx, id, next, { at: new Date(Math.max(now.getTime(), pausedUntil)), now });
      }),

    /** Fetches the data now. TOO_MANY_REQUESTS; INVALID for data that is never fetched. */
    async fetchNow(actor: Person, id: string): Promise<Source> {
      // Most refusals cost no transaction and no lock.
      await authorize(db, actor, 'source.read', [id]);
      if (await wasRequestedSince(db, id, new Date(clock.now().getTime() - SOURCE_FETCH_PAUSE_MS))) throw fetchedTooOften();
      return change(actor, id, async (tx, row) => {
        if (!isFetchable(row)) throw new AppError('INVALID', 'This data source has no address to fetch from.');
        if (!(await requestFetch(tx, id, clock.now(), SOURCE_FETCH_PAUSE_MS))) throw fetchedTooOften();
      });
    },

    /** Deletes a source. VALUE_IN_USE. */
    remove: (actor: Person, id: string): Promise<void> =>
      db.transaction().execute(async (tx) => {
        await authorize(tx, actor, 'source.update', [id]);
        const row = await lockSource(tx, id);
        if (!row) throw new AppError('NOT_FOUND');
        if (!(await deleteUnusedSource(tx, id))) throw new AppError('VALUE_IN_USE', formatUse((await findSource(tx, id))?.used_by ?? 0));
        await nudge(tx, row.owner_id);
      }),
  };
}

export type SourcesService = ReturnType<typeof createSourcesService>;
type LockedSource = NonNullable<Awaited<ReturnType<typeof lockSource>>>;

const fetchedTooOften = () => new AppError('TOO_MANY_REQUESTS', 'This data source was fetched a moment ago. Try again in half a minute.');

const formatUse = (widgets: number): string =>
  widgets > 1
    ? `${widgets} widgets use this data source. Delete them, also from the bin, or choose another source for them first.`
    : 'A widget uses this data source. Delete it, also from the bin, or choose another source for it first.';

const isFetchable = ({ kind, copy_of, encrypted_address }: LockedSource): boolean =>
  copy_of === null && (kind === 'weather' || encrypted_address !== null);

function assertInterval(kind: string, minutes: number): void {
  const { min } = SOURCE_INTERVALS[kind as SourceSettings['kind']];
  if (minutes < min) throw invalid('intervalMinutes', `Enter at least ${min} minutes.`);
}

/** Returns the settings and the address after a change; null when both stay. INVALID. */
function mergeSettings(
  row: LockedSource,
  { settings, address }: Pick<SourceChange, 'settings' | 'address'>,
  encryption: TextEncryption,
): { settings: SourceSettings; encrypted_address: Buffer | null } | null {
  const before = sourceSettings.parse(row.settings);
  const next = settings ?? before;
  if (next.kind !== before.kind) throw invalid('settings.kind', 'The kind of a data source cannot be changed.');
  const isSettingsSame = JSON.stringify(sourceSettings.parse(next)) === JSON.stringify(before);
  const known = row.encrypted_address && encryption.decrypt(row.encrypted_address);
  if (isSettingsSame && (address === undefined || address === known)) return null;
  if (!needsAddress(next)) {
    if (address !== undefined) throw invalid('address', 'These settings need no address.');
    return { settings: next, encrypted_address: null };
  }
  const nextAddress = address ?? known;
  if (nextAddress === null) throw invalid('address', ADDRESS_REQUIRED);
  return { settings: next, encrypted_address: encryption.encrypt(nextAddress) };
}

const invalid = (path: string, message: string) => new AppError('INVALID', message, { issues: [{ path, message }] });
