import type { contactForm, ownContactForm } from '@vitrine/contract/contacts';
import type { z } from 'zod';
import { type After, useChange } from '../../../lib/use-change.ts';
import { createProofs } from '../proof-of-work.ts';
import { sendMessage, sendOwnMessage } from './contacts.ts';

/** Returns the proof of work for a captcha. Called early, the proof is ready when the form is sent. */
export const proofOf = createProofs();

export const useSendMessage = (captchaId: string, after: After<z.infer<typeof contactForm>, { message?: string }>) =>
  useChange({ change: async (form) => sendMessage({ ...form, captchaId, proofOfWork: await proofOf(captchaId) }), stale: [] }, after);

export const useSendOwnMessage = (after: After<z.infer<typeof ownContactForm>, { message?: string }>) =>
  useChange({ change: ({ name, phoneNo, messageText }) => sendOwnMessage({ name, phoneNo, messageText }), stale: [] }, after);
