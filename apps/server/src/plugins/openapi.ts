import swagger from '@fastify/swagger';
import { type FastifyInstance, fastify } from 'fastify';
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
  // The page and its scripts are 9 MB of source: read when somebody opens it, which on most days is nobody.
  let reference: Promise<FastifyInstance> | undefined;
  for (const url of ['/api/docs', '/api/docs/*']) {
    app.get(url, { config: { access: 'public' }, schema: { hide: true } }, async (request, reply) => {
      reference ??= createReference();
      const { statusCode, headers, rawPayload } = await (await reference).inject({ url: request.url, headers: request.headers });
      const { 'content-length': _length, 'transfer-encoding': _encoding, connection: _connection, ...kept } = headers;
      return reply.code(statusCode).headers(kept).send(rawPayload);
    });
  }
  app.get('/api/openapi.json', { config: { access: 'public' }, schema: { hide: true } }, async () => app.swagger());
});

async function createReference(): Promise<FastifyInstance> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(apiReference, {
    routePrefix: '/api/docs',
    configuration: { title: 'Vitrine API', url: '/api/openapi.json', withDefaultFonts: false, telemetry: false },
  });
  return app;
}
