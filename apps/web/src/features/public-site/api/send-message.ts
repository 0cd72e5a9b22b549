import type { contactForm, ownContactForm } from '@vitrine/contract/contacts';
import type { z } from 'zod';
import { type After, useChange } from '../../../lib/use-change.ts';
import { sendMessage, sendOwnMessage } from './contacts.ts';

export const useSendMessage = (captchaId: string, after: After<z.infer<typeof contactForm>, { message?: string }>) =>
  useChange({ change: (form) => sendMessage({ ...form, captchaId }), stale: [] }, after);

export const useSendOwnMessage = (after: After<z.infer<typeof ownContactForm>, { message?: string }>) =>
  useChange({ change: ({ name, phoneNo, messageText }) => sendOwnMessage({ name, phoneNo, messageText }), stale: [] }, after);
