import type { contactForm } from '@vitrine/contract/contacts';
import type { z } from 'zod';
import { type After, useChange } from '../../../lib/use-change.ts';
import { sendMessage } from './contacts.ts';

export const useSendMessage = (captchaId: string, after: After<z.infer<typeof contactForm>, { message?: string }>) =>
  useChange({ change: (form) => sendMessage({ ...form, captchaId }), stale: [] }, after);
