import { useEffectiveAccount } from '../../../lib/session.ts';
import { FamilyIcon, LockIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { useAccountInView } from '../../accounts/account-in-view.ts';

/** Marks objects of a family among the user's own. */
export function FamilyBadge({ of: { orgId }, isOnPicture }: { of: { orgId: string | null }; isOnPicture: boolean }) {
  if (orgId === null) return null;
  return (
    <Badge tone={isOnPicture ? 'onPicture' : 'neutral'}>
      <FamilyIcon size={14} />
      Family
    </Badge>
  );
}

/** Tells the family's albums and those that only their owner sees apart, for users who work for a family. */
export function OwnerBadge({ of, isOnPicture = false }: { of: { orgId: string | null; createdBy: string }; isOnPicture?: boolean }) {
  const { orgId } = useEffectiveAccount();
  const { userId, isOwn } = useAccountInView();
  const isPrivate = of.orgId === null && of.createdBy === userId && isOwn && orgId !== undefined;
  if (!isPrivate) return <FamilyBadge of={of} isOnPicture={isOnPicture} />;
  return (
    <Badge tone={isOnPicture ? 'onPicture' : 'neutral'}>
      <LockIcon size={14} />
      Private
    </Badge>
  );
}
