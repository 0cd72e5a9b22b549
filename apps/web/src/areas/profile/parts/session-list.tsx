import { useQuery } from '@tanstack/react-query';
import { getBrowserName } from '@vitrine/contract/browser-name';
import type { ActiveSession } from '@vitrine/contract/profile';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatRelative } from '../../../lib/format.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { sessionsOptions, useEndRemoteSession } from '../api/profile.ts';

/** Active sessions of the account, with buttons to end them. */
export function SessionList() {
  const list = useQuery(sessionsOptions);
  const end = useEndRemoteSession({
    onSuccess: ({ message }) => {
      toast.success(message ?? 'Signed out.');
    },
    onError: (error) => toast.error(getErrorMessage(error)),
  });
  const others = list.data?.filter(({ isCurrent }) => !isCurrent) ?? [];
  return (
    <Panel
      title="Active sessions"
      note="Browsers and apps signed in to your account. Sessions end automatically after 24 hours."
      actions={
        others.length > 1 && (
          <Button isLoading={end.isPending && end.variables === undefined} onClick={() => end.mutate(undefined)}>
            Sign out everywhere else
          </Button>
        )
      }
    >
      {list.isPending && <Skeleton style={{ height: 56 }} />}
      {list.isLoadingError && <p role="alert">{getErrorMessage(list.error)}</p>}
      {list.data && (
        <EntryList>
          {list.data.map((item) => (
            <SessionRow
              key={item._id}
              item={item}
              isEnding={end.isPending && end.variables === item._id}
              onEnd={() => end.mutate(item._id)}
            />
          ))}
        </EntryList>
      )}
    </Panel>
  );
}

function SessionRow({ item, isEnding, onEnd }: { item: ActiveSession; isEnding: boolean; onEnd: () => void }) {
  const name = getBrowserName(item.userAgent);
  return (
    <Entry
      title={<span title={item.userAgent}>{name}</span>}
      notes={[`${item.address ? `${item.address}, ` : ''}signed in ${formatRelative(item.createdAt)}`]}
    >
      {item.isCurrent ? (
        <Badge tone="success">This browser</Badge>
      ) : (
        <Button isLoading={isEnding} onClick={onEnd} aria-label={`Sign out of ${name}`}>
          Sign out
        </Button>
      )}
    </Entry>
  );
}
