import { z } from 'zod';
import { email } from './accounts.ts';
import { id, pageQuery } from './envelope.ts';
import { PROOF_OF_WORK } from './proof-of-work.ts';
import { text } from './text.ts';

const PHONE = /^\d{10}$/;

/** Source: specification 1 §5, the contact rows. */
export const contactForm = z.object({
  name: text({
    min: 2,
    max: 60,
    required: 'Name is required',
    short: 'Too Short!',
    long: 'Too Long!',
    letterMessage: 'Please enter valid name',
  }),
  email,
  phoneNo: z
    .string({ error: 'Phone number is required' })
    .trim()
    .min(1, 'Phone number is required')
    .regex(PHONE, 'Phone number is not valid'),
  messageText: text({ max: 4000, required: 'message is required', long: 'Should not exceed 4000 characters' }),
  captcha: z.string({ error: 'Please type the characters' }).trim().min(1, 'Please type the characters').max(20),
});

const captchaId = z.string().min(1).max(400);
/** GET /contacts/captcha/sound: the same captcha as sound. The digits to type are the number of beeps in each group. */
export const captchaSoundQuery = z.object({ captchaId });

/** Signed-in users write from their account's address and need no captcha. */
export const ownContactForm = contactForm.pick({ name: true, phoneNo: true, messageText: true });
/** POST /contacts/own. */
export const ownContactBody = z.strictObject(ownContactForm.shape);

const RELOAD = 'Please reload the page and try again.';
/** One solution for each puzzle of the captcha. */
const proofOfWork = z.array(z.int(RELOAD).min(0, RELOAD), RELOAD).length(PROOF_OF_WORK.puzzles, RELOAD);

/** POST /contacts: the form, the captcha that was answered and the proof of work for it. */
export const contactBody = z.strictObject({ ...contactForm.shape, captchaId, proofOfWork });

/** GET /contacts/captcha: a picture of characters, as an SVG text, good once and for ten minutes. */
export const captcha = z.object({ captchaId: z.string(), svg: z.string() });

/** GET /contacts: what was written, newest first; of those that were answered, the last answered first. */
export const contactListQuery = pageQuery.extend({ state: z.enum(['new', 'answered']).default('new') });
/** GET /contacts/export/csv: all of a state, newest first. */
export const contactExportQuery = contactListQuery.pick({ state: true });
export const contactMessage = z
  .object({
    _id: id,
    name: z.string(),
    email: z.string(),
    phoneNo: z.string(),
    messageText: z.string(),
    /** Sender's account, if signed in. */
    userId: z.string().nullable(),
    createdAt: z.string(),
    /** Null while it waits. */
    answeredAt: z.string().nullable(),
    answeredBy: z.string().nullable(),
    /** The reply; null when the message was answered in another way. */
    replyText: z.string().nullable(),
  })
  .meta({ id: 'ContactMessage' });
export type ContactMessage = z.infer<typeof contactMessage>;
export const contactList = z.object({
  messages: z.array(contactMessage),
  /** On all pages, of the state asked for. */
  count: z.number(),
  abilities: z.object({ answer: z.boolean() }),
});

/** PUT /contacts/{id}/answer: by mail; without a text it only counts as answered. */
export const contactReplyForm = z.object({
  replyText: text({ max: 4000, required: 'message is required', long: 'Should not exceed 4000 characters' }),
});
export const contactAnswerBody = z.strictObject({ replyText: contactReplyForm.shape.replyText.optional() });
