import { z } from 'zod';
import { id } from './envelope.ts';
import { LIMITS } from './limits.ts';
import { passwordBody } from './profile.ts';
import { ACCOUNT_SCOPES, CONSOLE_SCOPES } from './scopes.ts';

export const API_TOKEN_LIMITS = { perAccount: 50, daysMax: 366 } as const;
/** Start of every token, by which secret scanners find tokens that were published by mistake. */
export const API_TOKEN_PREFIX = 'vitrine_';

const SCOPES = new Set([...ACCOUNT_SCOPES, ...CONSOLE_SCOPES]);
export const tokenScope = z.string().refine((scope) => SCOPES.has(scope), 'This scope doesn’t exist');

export const apiTokenName = z
  .string({ error: 'Enter a name' })
  .trim()
  .min(1, 'Enter a name')
  .max(LIMITS.nameMax, `Use at most ${LIMITS.nameMax} characters`);

/** POST /users/tokens */
export const createApiTokenBody = passwordBody.extend({
  name: apiTokenName,
  scopes: z.array(tokenScope).min(1, 'Choose at least one scope').max(SCOPES.size),
  /** Days until the token expires. */
  days: z.number({ error: 'Choose when the token expires' }).int().min(1).max(API_TOKEN_LIMITS.daysMax),
});
export type CreateApiToken = z.infer<typeof createApiTokenBody>;

export const apiToken = z.object({
  _id: id,
  name: z.string(),
  scopes: z.array(z.string()),
  createdAt: z.string(),
  expiresAt: z.string(),
  /** ISO, accurate to a minute; null until it is used. */
  lastUsedAt: z.string().nullable(),
});
export type ApiToken = z.infer<typeof apiToken>;

export const createdApiToken = apiToken.extend({
  /** The token itself, which is returned once. */
  token: z.string(),
});
export type CreatedApiToken = z.infer<typeof createdApiToken>;
