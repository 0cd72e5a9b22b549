import { useQuery } from '@tanstack/react-query';
import type { Organisation } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Button } from '../../../ui/button.tsx';
import { LoadFailure } from '../../../ui/load-failure.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { familyMembersOptions } from '../api/families.ts';
import { formatBelongings } from '../family-labels.ts';
import { FamilyHeader } from './family-header.tsx';
import { LeaveFamilyDialog } from './leave-family-dialog.tsx';
import { FamilyPeopleList } from './people-list.tsx';

interface JoinedFamilyProps {
  family: Organisation;
  ownId: string;
  /** By an administrator: to look at and no more. */
  isLookedOn?: boolean;
}

/** A family of somebody else's: whose it is, who is in it, and the way out. */
export function JoinedFamily({ family, ownId, isLookedOn = false }: JoinedFamilyProps) {
  const dialog = useDialog();
  const members = useQuery(familyMembersOptions(family.id));
  const holds = formatBelongings(family.holds);
  const owner = family.owner._id === ownId ? 'Family owner' : `Owned by ${family.owner.name}`;
  return (
    <>
      <FamilyHeader
        family={family}
        note={holds === '' ? owner : `${owner} · ${holds}`}
        actions={!isLookedOn && <Button onClick={() => dialog.open('leave', family.id)}>Leave family</Button>}
      />
      <Panel title="Members">
        {members.isPending && <Skeleton style={{ height: 200 }} />}
        {members.isLoadingError && <LoadFailure message={getErrorMessage(members.error)} onRetry={() => void members.refetch()} />}
        {members.data && <FamilyPeopleList members={members.data} ownId={isLookedOn ? '' : ownId} />}
      </Panel>
      {!isLookedOn && (
        <LeaveFamilyDialog
          family={family}
          userId={ownId}
          isOpen={dialog.dialog === 'leave' && dialog.target === family.id}
          onClose={dialog.close}
        />
      )}
    </>
  );
}
