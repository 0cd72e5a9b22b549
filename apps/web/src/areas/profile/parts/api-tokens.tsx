import { useQuery } from '@tanstack/react-query';
import type { ApiToken, CreatedApiToken } from '@vitrine/contract/api-tokens';
import { useState } from 'react';
import { getErrorMessage } from '../../../lib/app-error.ts';
import { formatDate, formatRelative } from '../../../lib/format.ts';
import { useDialog } from '../../../lib/use-overlay.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/confirm-dialog.tsx';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { Entry, EntryList } from '../../../ui/details.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Row, Stack } from '../../../ui/layout.tsx';
import { Skeleton } from '../../../ui/loading.tsx';
import { Panel } from '../../../ui/panel.tsx';
import { toast } from '../../../ui/toast-store.ts';
import { apiTokensOptions, useRevokeApiToken } from '../api/api-tokens.ts';
import { describeScopes } from '../scope-choices.ts';
import { CreateTokenDialog } from './create-token-dialog.tsx';
import styles from './second-factor-dialogs.module.css';

/** API tokens of the own account. */
export function ApiTokens() {
  const list = useQuery(apiTokensOptions);
  const { dialog, target, open, close } = useDialog();
  const [openedAt] = useState(() => new Date().toISOString());
  const [created, setCreated] = useState<CreatedApiToken | null>(null);
  const chosen = list.data?.find(({ _id }) => _id === target);
  return (
    <Panel
      title="API tokens"
      note={
        <>
          Let your own programs use the <a href="/api/docs">API</a> without your password.
        </>
      }
      actions={<Button onClick={() => open('createToken')}>Create token</Button>}
    >
      {list.isPending && <Skeleton style={{ height: 56 }} />}
      {list.isLoadingError && <p role="alert">{getErrorMessage(list.error)}</p>}
      {list.data && list.data.length > 0 && (
        <EntryList>
          {list.data.map((token) => (
            <TokenEntry
              key={token._id}
              token={token}
              hasExpired={token.expiresAt <= openedAt}
              onRevoke={() => open('revokeToken', token._id)}
            />
          ))}
        </EntryList>
      )}
      {dialog === 'createToken' && (
        <CreateTokenDialog
          onCreated={(token) => {
            setCreated(token);
            close();
          }}
          onClose={close}
        />
      )}
      {created && <CreatedTokenDialog created={created} onClose={() => setCreated(null)} />}
      {dialog === 'revokeToken' && chosen && <RevokeTokenDialog token={chosen} onClose={close} />}
    </Panel>
  );
}

interface TokenEntryProps {
  token: ApiToken;
  hasExpired: boolean;
  onRevoke: () => void;
}

function TokenEntry({ token, hasExpired, onRevoke }: TokenEntryProps) {
  const use = token.lastUsedAt ? `last used ${formatRelative(token.lastUsedAt)}` : 'not used yet';
  return (
    <Entry
      title={token.name}
      notes={[describeScopes(token.scopes), `${hasExpired ? 'Expired' : 'Expires'} on ${formatDate(token.expiresAt)}, ${use}`]}
    >
      {hasExpired && <Badge tone="warning">Expired</Badge>}
      <Button aria-label={`Revoke ${token.name}`} onClick={onRevoke}>
        Revoke
      </Button>
    </Entry>
  );
}

/** Shows the token once. A click outside does not close it. */
function CreatedTokenDialog({ created, onClose }: { created: CreatedApiToken; onClose: () => void }) {
  return (
    <Dialog
      isOpen
      onClose={onClose}
      closesOutside={false}
      title="Copy your token"
      description={`Anyone with this token can use your account as “${created.name}”. It is not shown again.`}
    >
      <Stack gap={5}>
        <Row gap={2} align="center">
          <code className={styles.key}>{created.token}</code>
          <CopyButton text={created.token} what="token" />
        </Row>
        <Row justify="end">
          <Button kind="primary" onClick={onClose}>
            I’ve copied it
          </Button>
        </Row>
      </Stack>
    </Dialog>
  );
}

function RevokeTokenDialog({ token, onClose }: { token: ApiToken; onClose: () => void }) {
  const revoke = useRevokeApiToken({
    onSuccess: ({ message }) => toast.success(message ?? 'Token revoked.'),
    onError: (error) => toast.error(getErrorMessage(error)),
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      isOpen
      onClose={onClose}
      onConfirm={() => !revoke.isPending && revoke.mutate(token._id)}
      title={`Revoke “${token.name}”?`}
      consequence="Programs that use this token stop working within a second. This can’t be undone."
      confirmLabel="Revoke"
      isBusy={revoke.isPending}
    />
  );
}
