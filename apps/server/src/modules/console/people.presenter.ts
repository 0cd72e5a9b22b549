import { gender, interval, type PersonDetails, type PersonRow, planType, platform, role, subscriptionState } from '@vitrine/contract';
import { formatCsvCell, formatCsvHeader, formatCsvLine } from '../../platform/csv.ts';
import type { Person } from '../access/index.ts';
import { getAccountAbilities } from '../accounts/index.ts';
import type { Entitlements } from '../entitlements/index.ts';
import { getPlanEnd } from '../subscriptions/index.ts';
import type { PersonRecord, PlanRow } from './people.read-model.ts';

type PresentedSubscription = NonNullable<PersonRow['subscription']>;

const seconds = (date: Date) => Math.floor(date.getTime() / 1000);

/** As it was sold; one that was given costs nothing. */
export const presentPersonSubscription = (row: PlanRow): PresentedSubscription => ({
  name: row.plan_name,
  planName: row.plan_name,
  planStorage: row.storage_bytes ?? 0,
  device: row.devices ?? 0,
  planType: planType.parse(row.plan_type ?? 'other'),
  interval: interval.parse(row.interval ?? 'month'),
  amount: row.source === 'card' ? (row.amount_cents ?? 0) : 0,
  extraScreens: { quantity: row.extra_screens, amount: row.extra_screen_cents ?? 0 },
  endDate: seconds(row.ended_at ?? row.period_end),
  source: row.source === 'card' ? 'card' : 'given',
  state: subscriptionState.parse(row.state),
});

interface PersonContext {
  actor: Person;
  plan: Entitlements | null;
  /** Subscription to show. */
  held: PlanRow | undefined;
  running: PlanRow[];
}

export function presentPerson(row: PersonRecord, { actor, plan, held, running }: PersonContext): PersonRow {
  const endsAt = plan && getPlanEnd(plan, running);
  const person = { id: row.id, role: role.parse(row.role), isSuperAdmin: row.is_super_admin, hasSecondFactor: row.has_second_factor };
  return {
    _id: row.id,
    name: row.name,
    email: row.email,
    role: person.role,
    isSuperAdmin: row.is_super_admin,
    disable: row.disabled_at !== null,
    showMenu: row.show_menu ? 1 : 0,
    platform: platform.parse(row.platform),
    profilePicture: row.picture_file_id === null ? null : { key: row.picture_file_id },
    gender: row.gender === null ? null : gender.parse(row.gender),
    dateOfBirth: row.date_of_birth,
    createdAt: row.created_at.toISOString(),
    phoneNo: row.phone_no,
    hasSecondFactor: row.has_second_factor,
    subscriptionId: held?.id ?? null,
    subscription: held ? presentPersonSubscription(held) : null,
    plan:
      plan && endsAt ? { planName: plan.planName, endDate: endsAt.toISOString(), isTrial: plan.isTrial, hasEnded: plan.hasEnded } : null,
    endDate: endsAt && seconds(endsAt),
    updatedAt: row.updated_at.toISOString(),
    abilities: getAccountAbilities(actor, person),
  };
}

interface PersonDetailsContext extends PersonContext {
  storage: PersonDetails['storage'];
  devices: PersonDetails['devices'];
}

export function presentPersonDetails(row: PersonRecord, { storage, devices, ...context }: PersonDetailsContext): PersonDetails {
  const from = (source: PresentedSubscription['source']) => {
    const found = context.running.find((held) => held.source === source);
    return found ? presentPersonSubscription(found) : null;
  };
  return {
    ...presentPerson(row, context),
    isVerified: row.verified_at !== null,
    storage,
    devices,
    paid: from('card'),
    given: from('given'),
  };
}

const HEADINGS = ['Name', 'Email', 'Role', 'Status', 'Platform', 'Plan', 'Plan expiry', 'Registered', 'Phone'];

export const peopleCsvHead = (): string => formatCsvHeader(HEADINGS);

export const personCsvLine = ({ name, email, role, isSuperAdmin, disable, platform, plan, createdAt, phoneNo }: PersonRow): string =>
  formatCsvLine(
    [
      name,
      email,
      isSuperAdmin ? 'superAdmin' : role,
      disable ? 'Inactive' : 'Active',
      platform,
      plan?.planName ?? '',
      plan?.endDate ?? '',
      createdAt,
      phoneNo,
    ].map(formatCsvCell),
  );
