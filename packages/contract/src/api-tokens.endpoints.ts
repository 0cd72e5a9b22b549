import { z } from 'zod';
import { apiToken, createApiTokenBody, createdApiToken } from './api-tokens.ts';
import { endpoint } from './endpoint.ts';

export const listApiTokens = endpoint({
  method: 'GET',
  path: '/users/tokens',
  summary: "Lists the API tokens of the caller's account, without their secrets.",
  errors: [],
  access: 'session',
  tag: 'profile',
  result: z.array(apiToken),
});

export const createApiToken = endpoint({
  method: 'POST',
  path: '/users/tokens',
  summary: 'Creates an API token and returns it once.',
  description:
    'Send the token in the `authorization` header, as `Bearer <token>`. It acts for the account that created it, within its scopes.',
  errors: ['INCORRECT_PASSWORD', 'SEAL_EXPIRED', 'API_TOKEN_LIMIT'],
  access: 'session',
  stepUp: true,
  tag: 'profile',
  body: createApiTokenBody,
  result: createdApiToken,
  status: 201,
});

export const revokeApiToken = endpoint({
  method: 'DELETE',
  path: '/users/tokens/:id',
  summary: 'Revokes an API token.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'profile',
});
