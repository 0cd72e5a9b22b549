import type { contactForm } from '@vitrine/contract/contacts';
import type { z } from 'zod';
import type { MessageResponse } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';
import { sendMessage } from './contact.ts';

/** Returns the proof of work for a captcha. Called early, the proof is ready when the form is sent. Loaded on first use, which few visitors come to. */
export const proofOf = (captchaId: string) => import('../proof-of-work.ts').then((module) => module.proofOf(captchaId));

export const useSendMessage = (captchaId: string, after: MutationCallbacks<z.infer<typeof contactForm>, MessageResponse>) =>
  useApiMutation({ change: async (form) => sendMessage({ ...form, captchaId, proofOfWork: await proofOf(captchaId) }), stale: [] }, after);
