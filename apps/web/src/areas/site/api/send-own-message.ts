import type { ownContactForm } from '@vitrine/contract/contacts';
import { sendOwnContactMessage } from '@vitrine/contract/contacts.endpoints';
import type { z } from 'zod';
import { type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

export const useSendOwnMessage = (after: MutationCallbacks<z.infer<typeof ownContactForm>, MessageResponse>) =>
  useApiMutation(
    { change: ({ name, phoneNo, messageText }) => send(sendOwnContactMessage, { body: { name, phoneNo, messageText } }), stale: [] },
    after,
  );
