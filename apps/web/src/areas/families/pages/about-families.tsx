import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { UpgradeLink } from '../../accounts/parts/upgrade-link.tsx';

/** For whoever has no Family Plan and is in no family. */
export function AboutFamilies() {
  return (
    <EmptyState icon={<FamilyIcon size={26} />} title="Share your screens with your family" action={<UpgradeLink />}>
      With the Family Plan, you can share albums, playlists and screens with up to five people. Everyone adds photos from their own account,
      and your screens show them all. You can also join a family that someone else owns.
    </EmptyState>
  );
}
