import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import type { Role } from '@vitrine/contract/accounts';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useSession } from '../../lib/session.ts';
import { toast } from '../../ui/toast-store.ts';

const isStaff = (role: Role | undefined) => role === 'admin' || role === 'support';

/** Somebody has made whoever is here something else: what they had of the console goes from their open tab at once. */
export function useRoleChanges(): void {
  const session = useSession();
  const client = useQueryClient();
  const navigate = useNavigate();
  const standing = session && `${session.role} ${session.isSuperAdmin}`;
  const before = useRef({ userId: session?.userId, role: session?.role, standing });
  const onStanding = useEffectEvent(() => {
    const then = before.current;
    before.current = { userId: session?.userId, role: session?.role, standing };
    if (!session || then.userId !== session.userId || then.standing === standing) return;
    toast.warning(isStaff(then.role) && !isStaff(session.role) ? 'You are no longer an administrator.' : 'Your role was changed.');
    // Away from pages and accounts that are no longer theirs, before those would be asked for again and refused.
    void navigate({ to: isStaff(session.role) ? '.' : '/main', search: { userId: session.userId }, replace: true }).then(() => {
      client.removeQueries({ type: 'inactive' });
      return client.invalidateQueries();
    });
  });
  useEffect(() => onStanding(), [standing]);
}
