import { z } from 'zod';
import { email } from './accounts.ts';
import { text } from './text.ts';

const PHONE = /^\d{10}$/;

/** Source: specification 1 §5, the contact rows. */
export const contactForm = z.object({
  name: text({ min: 2, max: 60, required: 'Name is required', short: 'Too Short!', long: 'Too Long!', word: 'Please enter valid name' }),
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
/** GET /contacts/captcha/sound: the same captcha for the ear; how many tones each group has are the digits to type. */
export const captchaSoundQuery = z.object({ captchaId });

/** POST /contacts: the form, and which captcha was answered. */
export const contactBody = z.strictObject({ ...contactForm.shape, captchaId });

/** GET /contacts/captcha: a picture of characters, as an SVG text, good once and for ten minutes. */
export const captcha = z.object({ captchaId: z.string(), svg: z.string() });
