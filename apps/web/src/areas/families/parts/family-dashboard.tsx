import { useQuery } from '@tanstack/react-query';
import type { Organisation, OrganisationInvitation, OrganisationMember } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { FamilyIcon, MoreIcon, PencilIcon, PlusIcon, TrashIcon } from '../../../ui/app-icons.tsx';
import { Button, IconButton } from '../../../ui/button.tsx';
import { EmptyState, LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Menu, MenuItem } from '../../../ui/menu.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { UpgradeLink } from '../../accounts/parts/plan-usage.tsx';
import { familyInvitationsOptions, familyMembersOptions } from '../api/families.ts';
import { useAddMembers, useWithdrawInvitation } from '../api/family-mutations.ts';
import { getCapacityLabel, getCapacityMessage, openInvitations } from '../family-labels.ts';
import styles from '../pages/family.module.css';
import { AddMembersDialog } from './add-members-dialog.tsx';
import { DissolveFamilyDialog, EditFamilyDialog, RemoveMemberDialog, TransferFamilyDialog } from './family-dialogs.tsx';
import { FamilyHeader } from './family-header.tsx';
import { type InvitationAction, MembersList } from './members-list.tsx';

const CAPACITY_MESSAGE_ID = 'family-full';

/** The Family Dashboard (specification 3 §2). The URL stores the open dialog and its member. */
export function FamilyDashboard({ family, ownId }: { family: Organisation; ownId: string }) {
  const dialog = useDialog();
  const members = useQuery(familyMembersOptions(family.id));
  const invitations = useQuery(familyInvitationsOptions(family.id));
  const failed = [members, invitations].find(({ isLoadingError }) => isLoadingError);
  const invited = invitations.data ?? [];
  const capacityMessage = getCapacityMessage(family, invited);
  return (
    <>
      <FamilyHeader
        family={family}
        note={getCapacityLabel(family, openInvitations(invited).length)}
        actions={<FamilyActions isFull={capacityMessage !== undefined || invitations.isPending} onOpen={dialog.open} />}
      />
      {capacityMessage && (
        <div className={styles.full}>
          <p id={CAPACITY_MESSAGE_ID}>{capacityMessage}</p>
          {family.hasEnded && <UpgradeLink kind="secondary" />}
        </div>
      )}
      <Panel title="Members">
        {failed && (
          <LoadFailure
            message={getErrorMessage(failed.error)}
            onRetry={() => void Promise.all([members.refetch(), invitations.refetch()])}
          />
        )}
        {!failed && (members.isPending || invitations.isPending) && <Skeleton style={{ height: 200 }} />}
        {members.data && invitations.data && (
          <FamilyMembers
            family={family}
            ownId={ownId}
            members={members.data}
            invitations={invitations.data}
            isFull={capacityMessage !== undefined}
          />
        )}
      </Panel>
      <EditFamilyDialog family={family} isOpen={dialog.dialog === 'editFamily'} onClose={dialog.close} />
      <DissolveFamilyDialog family={family} isOpen={dialog.dialog === 'dissolve'} onClose={dialog.close} />
    </>
  );
}

function FamilyActions({ isFull, onOpen }: { isFull: boolean; onOpen: (dialog: string) => void }) {
  return (
    <>
      <Button
        kind="primary"
        icon={<PlusIcon size={18} />}
        disabled={isFull}
        aria-describedby={isFull ? CAPACITY_MESSAGE_ID : undefined}
        onClick={() => onOpen('addMembers')}
      >
        Add New
      </Button>
      <IconButton label="Edit family" icon={<PencilIcon />} onClick={() => onOpen('editFamily')} />
      <Menu trigger={<IconButton label="More actions" icon={<MoreIcon />} />}>
        <MenuItem icon={<TrashIcon size={18} />} isDanger onSelect={() => onOpen('dissolve')}>
          Dissolve family
        </MenuItem>
      </Menu>
    </>
  );
}

interface FamilyMembersProps {
  family: Organisation;
  ownId: string;
  /** All members. The list leaves out the owner. */
  members: readonly OrganisationMember[];
  invitations: readonly OrganisationInvitation[];
  isFull: boolean;
}

function FamilyMembers({ family, ownId, members, invitations, isFull }: FamilyMembersProps) {
  const dialog = useDialog();
  const act = useInvitationActions(family.id);
  const others = members.filter(({ _id }) => _id !== ownId);
  const target = others.find(({ _id }) => _id === dialog.target);
  return (
    <>
      {others.length + invitations.length === 0 ? (
        <EmptyState
          icon={<FamilyIcon size={26} />}
          title="No members yet"
          action={
            <Button icon={<PlusIcon size={18} />} disabled={isFull} onClick={() => dialog.open('addMembers')}>
              Add members
            </Button>
          }
        >
          Add the people you live with. They can view, add and change the family’s albums, playlists and screens from their own accounts.
        </EmptyState>
      ) : (
        <MembersList
          members={others}
          invitations={invitations}
          onMember={(action, { _id }) => dialog.open(action, _id)}
          onInvitation={(action, invitation) => act[action](invitation)}
        />
      )}
      <AddMembersDialog
        family={family}
        members={members}
        invitations={invitations}
        isOpen={dialog.dialog === 'addMembers' && !isFull}
        onClose={dialog.close}
      />
      <RemoveMemberDialog family={family} member={target} isOpen={dialog.dialog === 'removeMember'} onClose={dialog.close} />
      <TransferFamilyDialog family={family} member={target} isOpen={dialog.dialog === 'makeOwner'} onClose={dialog.close} />
    </>
  );
}

function useInvitationActions(orgId: string): Record<InvitationAction, (invitation: OrganisationInvitation) => void> {
  const onError = (error: Error) => toast.error(getErrorMessage(error));
  const invite = useAddMembers(orgId, {
    onSuccess: (_answer, emails) => toast.success(`Invitation sent to ${emails.join(', ')}.`),
    onError,
  });
  const withdraw = useWithdrawInvitation(orgId, {
    onSuccess: (_answer, { email, needsAnswer, declinedAt }) => {
      if (declinedAt) return;
      // The server refuses a second invitation of a former member on the same day.
      const action = needsAnswer ? undefined : { label: 'Invite again', onSelect: () => invite.mutate([email]) };
      toast.success(`Invitation to ${email} canceled.`, { action });
    },
    onError,
  });
  return { sendAgain: ({ email }) => invite.mutate([email]), withdraw: (invitation) => withdraw.mutate(invitation) };
}
