import { queryOptions } from '@tanstack/react-query';
import type { Passkey } from '@vitrine/contract/passkeys';
import * as endpoints from '@vitrine/contract/passkeys.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { createPasskey, rememberPasskeyUse } from '../../../lib/passkeys.ts';
import { sealPassword } from '../../../lib/sealed-password.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const passkeyKeys = { all: ['passkeys'] as const };

export const passkeysOptions = queryOptions({
  queryKey: passkeyKeys.all,
  queryFn: ({ signal }) => call(endpoints.listPasskeys, { signal }),
});

async function addPasskey({ password, name }: { password: string; name: string }): Promise<Passkey> {
  const options = await call(endpoints.readPasskeyCreationOptions, { body: { password: await sealPassword(password) } });
  const created = await call(endpoints.createPasskey, { body: { name, response: await createPasskey(options) } });
  rememberPasskeyUse();
  return created;
}

export const useAddPasskey = (after: MutationCallbacks<{ password: string; name: string }, Passkey>) =>
  useApiMutation({ mutate: addPasskey, invalidates: [passkeyKeys.all] }, after);

export const useRenamePasskey = (after: MutationCallbacks<{ id: string; name: string }, Passkey>) =>
  useApiMutation(
    { mutate: ({ id, name }) => call(endpoints.renamePasskey, { params: { id }, body: { name } }), invalidates: [passkeyKeys.all] },
    after,
  );

export const useRemovePasskey = (after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => send(endpoints.deletePasskey, { params: { id } }), invalidates: [passkeyKeys.all] }, after);
