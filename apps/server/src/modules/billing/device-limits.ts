import { type DeviceLimit, isAtDeviceLimit, ORGANISATION_DEVICES } from '@vitrine/contract';
import type { Clock } from '../../platform/clock.ts';
import type { Tx } from '../../platform/database/database.ts';
import { AppError } from '../../platform/errors.ts';
import { findHoldings, findOrganisationHoldings, lockHolder } from './subscriptions.read-model.ts';
import { subscriptionOf } from './subscriptions.rules.ts';

/** Whose devices are counted: a person's own, or those of an organisation. */
interface Holder {
  userId: string;
  orgId?: string;
}

const NONE: DeviceLimit = { used: 0, allowed: 0, hasEnded: false };

/** How many devices there may be. Source: specification 2 §5, device limit. */
export function createDeviceLimits({ clock }: { clock: Clock }) {
  const ofPerson = async (tx: Tx, userId: string): Promise<DeviceLimit> => {
    const holdings = await findHoldings(tx, userId);
    const plan = holdings && subscriptionOf(holdings, clock.now());
    if (!plan) return { ...NONE, used: holdings?.devices ?? 0 };
    return { ...plan.devices, hasEnded: plan.status === 'expired' };
  };

  /** One device, or what the plan that its owner bought carries. */
  const ofOrganisation = async (tx: Tx, orgId: string): Promise<DeviceLimit> => {
    const holdings = await findOrganisationHoldings(tx, orgId);
    if (!holdings) return NONE;
    const { ends_at, allowed, devices } = holdings;
    return { used: devices, allowed: allowed ?? ORGANISATION_DEVICES, hasEnded: ends_at !== null && ends_at <= clock.now() };
  };

  const limitOf = (tx: Tx, { userId, orgId }: Holder) => (orgId === undefined ? ofPerson(tx, userId) : ofOrganisation(tx, orgId));

  return {
    limitOf,
    /** Two people who add at once are counted one after the other. */
    async assertRoom(tx: Tx, holder: Holder): Promise<void> {
      await lockHolder(tx, holder);
      const limit = await limitOf(tx, holder);
      if (limit.hasEnded) throw new AppError('PLAN_ENDED');
      if (isAtDeviceLimit(limit)) throw new AppError('DEVICE_LIMIT');
    },
  };
}
