import { useQuery } from '@tanstack/react-query';
import type { Organisation, OrganisationMember } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { getAvatarPicture } from '../../../lib/picture-url.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { LoadFailure } from '../../../ui/empty-state.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { EmailText, Text } from '../../../ui/text.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { familyMembersOptions } from '../api/families.ts';
import { useLeaveFamily } from '../api/family-mutations.ts';
import { FAMILY_ROLE_LABELS, formatBelongings, getBelongingsLabel } from '../family-labels.ts';
import { FamilyHeader } from './family-header.tsx';
import styles from './members-list.module.css';

interface JoinedFamilyProps {
  family: Organisation;
  ownId: string;
  /** True for an administrator's read-only view. */
  isLookedOn?: boolean;
}

/** A family as its member sees it: the owner, the members and a button to leave. */
export function JoinedFamily({ family, ownId, isLookedOn = false }: JoinedFamilyProps) {
  const dialog = useDialog();
  const members = useQuery(familyMembersOptions(family.id));
  const belongings = formatBelongings(family.holds);
  const owner = family.owner._id === ownId ? 'Family owner' : `Owned by ${family.owner.name}`;
  return (
    <>
      <FamilyHeader
        family={family}
        note={belongings === '' ? owner : `${owner} · ${belongings}`}
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

interface LeaveFamilyDialogProps {
  family: Organisation;
  userId: string;
  isOpen: boolean;
  onClose: () => void;
}

/** `useMembershipChanges` shows the message about leaving, as it does when the owner removes the member. */
function LeaveFamilyDialog({ family, userId, isOpen, onClose }: LeaveFamilyDialogProps) {
  const leave = useLeaveFamily(userId, {
    onSuccess: onClose,
    onError: (error) => {
      toast.error(getErrorMessage(error));
      onClose();
    },
  });
  return (
    <ConfirmDialog
      isOpen={isOpen}
      onClose={onClose}
      onConfirm={() => leave.mutate(family.id)}
      title={`Leave “${family.name}”?`}
      consequence={`You’ll lose access to ${getBelongingsLabel(family)}. Anything you added stays with the family, and its screens keep playing. You keep your own albums, playlists and screens. Only ${family.owner.name} can invite you again.`}
      confirmLabel="Leave family"
      isBusy={leave.isPending}
    />
  );
}

const AVATAR_PX = 40;

/** Members of a family as one of them sees it, with the viewer marked. */
function FamilyPeopleList({ members, ownId }: { members: readonly OrganisationMember[]; ownId: string }) {
  return (
    <ul className={styles.lines} aria-label="Members">
      {members.map(({ _id, name, email, orgRole, profilePicture }) => (
        <li key={_id} className={styles.line}>
          <Avatar name={name} size={AVATAR_PX} {...getAvatarPicture(profilePicture, AVATAR_PX)} />
          <div className={styles.words}>
            <Text as="span" weight="medium">
              {name} {_id === ownId && <Badge tone="accent">You</Badge>}
            </Text>
            <span className={styles.soft}>
              <EmailText email={email} />
            </span>
          </div>
          <span className={styles.soft}>{FAMILY_ROLE_LABELS[orgRole]}</span>
        </li>
      ))}
    </ul>
  );
}
