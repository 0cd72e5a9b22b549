import swagger from '@fastify/swagger';
import type { ErrorCode } from '@vitrine/contract';
import { AREAS } from '@vitrine/contract/areas';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';
import { serveApiDocs } from './api-docs.ts';
import { perMinute } from './endpoints.ts';
import { INTRODUCTION } from './openapi-introduction.ts';
import { describeOperations, type OpenApiDocument } from './openapi-operations.ts';
import { createPackedAsset } from './packed-text.ts';

const SECURITY_SCHEMES = {
  session: { type: 'apiKey', in: 'header', name: 'authorization', description: 'Session token returned by `POST /api/users/login`.' },
  apiToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'API token, created in the profile. Each operation that accepts tokens names the scope that it needs.',
  },
  mediaCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'vitrine_media',
    description: 'The cookie that sign-in sets for photos and videos.',
  },
  mediaToken: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'The session token, where neither a header nor a cookie can be sent.',
  },
  screen: {
    type: 'apiKey',
    in: 'header',
    name: 'authorization',
    description: '`Screen <deviceId>:<secret>`, returned by `POST /api/register/device`.',
  },
} as const;

/** OpenAPI 3.1 from the endpoints of the contract and the schemas of their routes, and pages to read it. */
export const openapi = fp(async (app: FastifyInstance) => {
  const errors = new Map<string, readonly ErrorCode[]>();
  app.addHook('onRoute', ({ method, url, config }) => {
    for (const each of [method].flat()) errors.set(`${each} ${url}`, config?.errors ?? []);
  });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: 'Vitrine API', version: '1', description: INTRODUCTION, license: { name: 'MIT', identifier: 'MIT' } },
      servers: [{ url: '/' }],
      tags: Object.entries(AREAS).map(([name, description]) => ({ name, description, 'x-displayName': capitalize(name) })),
      components: { securitySchemes: SECURITY_SCHEMES },
    },
    transform: jsonSchemaTransform,
    transformObject: (described) => {
      const document = jsonSchemaTransformObject(described) as OpenApiDocument;
      return describeOperations(document, (endpoint) => errors.get(`${endpoint.method} /api${endpoint.path}`) ?? []) as ReturnType<
        typeof jsonSchemaTransformObject
      >;
    },
  });
  const send = createPackedAsset(async () => ({
    contentType: 'application/json; charset=utf-8',
    cacheControl: 'no-cache',
    quality: 5,
    text: JSON.stringify(app.swagger()),
  }));
  app.get('/api/openapi.json', { config: { access: 'public', rateLimit: perMinute(120) }, schema: { hide: true } }, send);
  serveApiDocs(app);
});

const capitalize = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
