import swagger from '@fastify/swagger';
import apiReference from '@scalar/fastify-api-reference';
import type { FastifyInstance } from 'fastify';
import fp from 'fastify-plugin';
import { jsonSchemaTransform, jsonSchemaTransformObject } from 'fastify-type-provider-zod';

/** OpenAPI 3.1 from the routes' own schemas, and a page to read it on. */
export const openapi = fp(async (app: FastifyInstance) => {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Vitrine',
        version: '1',
        description: 'Albums, playlists and screens. Every answer is `{ error, code?, message?, token?, result? }`.',
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          session: { type: 'apiKey', in: 'header', name: 'authorization', description: 'The token of POST /api/users/login.' },
          screen: {
            type: 'apiKey',
            in: 'header',
            name: 'authorization',
            description: '`Screen <deviceId>:<secret>` of POST /api/register/device.',
          },
        },
      },
    },
    transform: jsonSchemaTransform,
    transformObject: jsonSchemaTransformObject,
  });
  await app.register(async (docs) => {
    docs.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: 'public' };
    });
    await docs.register(apiReference, {
      routePrefix: '/api/docs',
      configuration: { title: 'Vitrine API', withDefaultFonts: false, telemetry: false },
    });
  });
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
});
