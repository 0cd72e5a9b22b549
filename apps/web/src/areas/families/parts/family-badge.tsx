import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';

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
