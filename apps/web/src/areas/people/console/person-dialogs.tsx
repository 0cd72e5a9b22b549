import { useQuery } from '@tanstack/react-query';
import type { PersonRow } from '@vitrine/contract/people';
import { useDialog } from '../../../lib/use-overlay.ts';
import { plansOptions } from '../../plans/api/plans.ts';
import { personOptions } from './api/people.ts';
import { GrantPlanDialog } from './grant-plan-dialog.tsx';
import { RoleDialog } from './role-dialog.tsx';
import { SetPasswordDialog } from './set-password-dialog.tsx';
import { StatusDialog } from './status-dialog.tsx';

/** The dialog that the address names, about whomever it names, as far as that is theirs to do. */
export function PersonDialogs({ rows, isSuperMode }: { rows: readonly PersonRow[]; isSuperMode: boolean }) {
  const { dialog, target = '', close } = useDialog();
  const listed = rows.find(({ _id }) => _id === target);
  // The address may have been entered directly.
  const asked = useQuery({ ...personOptions(target), enabled: dialog !== undefined && target !== '' && !listed });
  const person = listed ?? asked.data;
  const plans = useQuery({ ...plansOptions(person?.platform ?? 'PP'), enabled: dialog === 'subscription' && person !== undefined });
  if (!person) return null;
  const { abilities } = person;
  if (dialog === 'deactivate' && abilities.enable) return <StatusDialog person={person} onClose={close} />;
  if (dialog === 'role' && abilities.roles.length > 0) return <RoleDialog person={person} onClose={close} />;
  if (dialog === 'password' && abilities.password && !isSuperMode) return <SetPasswordDialog person={person} onClose={close} />;
  if (dialog === 'subscription' && abilities.plan) return <GrantPlanDialog person={person} plans={plans.data} onClose={close} />;
  return null;
}
