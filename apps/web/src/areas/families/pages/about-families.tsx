import { FamilyIcon } from '../../../ui/app-icons.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { UpgradeLink } from '../../accounts/parts/upgrade-link.tsx';

/** For whoever has no Family Plan and is in no family. */
export function AboutFamilies() {
  return (
    <EmptyState icon={<FamilyIcon size={26} />} title="One wall, everybody adds to it" action={<UpgradeLink />}>
      With the Family Plan you share albums, playlists and screens with up to five people: each adds photos from their own account, and the
      screens at home show them all. Whoever owns a family can also add you to theirs.
    </EmptyState>
  );
}
