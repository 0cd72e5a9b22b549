import type { OwnInvitation } from '@vitrine/contract/organisations';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { Button } from '../../../ui/button.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { useAnswerInvitation } from '../api/family-mutations.ts';

/** Invitation of a former member, with buttons to accept and decline. */
export function FamilyInvitation({ invitation: { id, familyName, ownerName, createdAt } }: { invitation: OwnInvitation }) {
  const reply = useAnswerInvitation(id, {
    onSuccess: (_response, answer) => {
      // `useMembershipChanges` announces an accepted invitation.
      if (answer === 'decline') toast.success(`You declined the invitation to “${familyName}”.`);
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  // The buttons stay disabled unless the request failed.
  const isAnswered = reply.isPending || reply.isSuccess;
  return (
    <Panel
      title={`${ownerName} invited you to join the family “${familyName}”`}
      note={`Invited ${formatRelative(createdAt)}. If you accept, you see and change everything that belongs to the family. The family sees nothing of your own.`}
      actions={
        <>
          <Button
            kind="primary"
            disabled={isAnswered}
            isLoading={reply.isPending && reply.variables === 'accept'}
            onClick={() => reply.mutate('accept')}
          >
            Accept
          </Button>
          <Button
            disabled={isAnswered}
            isLoading={reply.isPending && reply.variables === 'decline'}
            onClick={() => reply.mutate('decline')}
          >
            Decline
          </Button>
        </>
      }
    />
  );
}
