import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { Badge } from '../../../ui/badge.tsx';

/** On a thing that belongs to a family, among those that are one's own. */
export function FamilyBadge({ of: { orgId }, isOnPicture }: { of: { orgId: string | null }; isOnPicture: boolean }) {
  if (orgId === null) return null;
  return (
    <Badge tone={isOnPicture ? 'onPicture' : 'neutral'}>
      <FamilyIcon size={14} />
      Family
    </Badge>
  );
}
