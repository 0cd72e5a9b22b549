import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { formatDate } from '../../../lib/format.ts';
import { isAdministrator, useSession } from '../../../lib/session.ts';
import { LockIcon } from '../../../ui/app-icons.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { NoteBox } from '../../../ui/panel.tsx';
import { secondFactorOptions } from '../../profile/api/second-factor.ts';

interface SecondFactorGateProps {
  /** True for pages of the console. */
  isConsole: boolean;
  children: ReactNode;
}

/** Reminds staff to set up two-step sign-in, and replaces the console's pages when the time for it has passed. */
export function SecondFactorGate({ isConsole, children }: SecondFactorGateProps) {
  const [openedAt] = useState(() => new Date().toISOString());
  const isStaff = isAdministrator(useSession());
  const { data } = useQuery({ ...secondFactorOptions, enabled: isConsole && isStaff });
  const requiredBy = isConsole && isStaff ? data?.requiredBy : null;
  if (requiredBy && requiredBy <= openedAt) {
    return (
      <EmptyState
        icon={<LockIcon size={26} />}
        title="Set up two-step sign-in"
        action={
          <Link to="/main/profile/security" className={buttonClass('primary')}>
            Set up
          </Link>
        }
      >
        The console is open to accounts with two-step sign-in only. You need an authenticator app on your phone.
      </EmptyState>
    );
  }
  // The page keeps its place when the note appears, and with it what was typed.
  return (
    <>
      {requiredBy && (
        <NoteBox>
          From {formatDate(requiredBy)} on, the console needs two-step sign-in. <Link to="/main/profile/security">Set it up</Link>
        </NoteBox>
      )}
      {children}
    </>
  );
}
