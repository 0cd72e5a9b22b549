import { Link } from '@tanstack/react-router';
import type { Organisation } from '@vitrine/contract/organisations';
import { useOwnFamilies } from '../../families/api/families.ts';
import { getBelongingsLabel } from '../../families/family-labels.ts';

/** What becomes of one's families when the account goes. */
export function AffectedFamilies() {
  return useOwnFamilies().map((family) =>
    family.orgRole === 'owner' ? (
      <DissolvedFamily key={family.id} family={family} />
    ) : (
      <span key={family.id}>You’ll leave the family “{family.name}”. Content you added stays with the family. </span>
    ),
  );
}

function DissolvedFamily({ family }: { family: Organisation }) {
  const members = family.memberCount > 0 && 'Its members lose access too.';
  return (
    <span>
      Your family “{family.name}” will be dissolved, and {getBelongingsLabel(family)} will be deleted. {members} To keep them,{' '}
      <Link to="/main/family">make another member the owner first</Link>.{' '}
    </span>
  );
}
