import { Link } from '@tanstack/react-router';
import type { Organisation } from '@vitrine/contract/organisations';
import { useOwnFamilies } from '../../families/api/use-own-organisations.ts';
import { getBelongingsLabel, getMembersLabel } from '../../families/family-labels.ts';

/** What becomes of one's families when the account goes. */
export function AffectedFamilies() {
  return useOwnFamilies().map((family) =>
    family.orgRole === 'owner' ? (
      <DissolvedFamily key={family.id} family={family} />
    ) : (
      <span key={family.id}>You leave the family “{family.name}”; what you added stays in it. </span>
    ),
  );
}

function DissolvedFamily({ family }: { family: Organisation }) {
  const members = family.memberCount > 0 && `, for ${getMembersLabel(family)} too`;
  return (
    <span>
      Your family “{family.name}” is dissolved: with the account you delete {getBelongingsLabel(family)}
      {members}. To keep them,{' '}
      <Link to="/main/family" search={{} as never}>
        hand it over first
      </Link>
      .{' '}
    </span>
  );
}
