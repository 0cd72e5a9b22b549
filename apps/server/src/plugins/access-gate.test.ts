import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { accessGate, type DeclaredRoute } from './access-gate.ts';

const nobody = { resolvePerson: async () => undefined, resolveViewer: async () => undefined, resolveScreen: async () => undefined };

async function appWith(config: object) {
  const app = Fastify();
  let declared: DeclaredRoute[] = [];
  await app.register(cookie);
  await app.register(accessGate, { resolvers: nobody, onDeclared: (routes: DeclaredRoute[]) => (declared = routes) });
  app.get('/thing', { config }, async () => ({ fine: true }));
  return { app, declared: () => declared };
}

describe('the access gate', () => {
  it('stops the start when a route does not declare who may call it', async () => {
    const { app } = await appWith({});
    await expect(app.ready()).rejects.toThrow('GET /thing');
  });

  it('names every route with its access', async () => {
    const { app, declared } = await appWith({ access: 'session' });
    await app.ready();
    expect(declared()).toContainEqual({ method: 'GET', url: '/thing', access: 'session' });
  });

  it.each(['session', 'bytes', 'screen'])('refuses a stranger where %s is asked for', async (access) => {
    const { app } = await appWith({ access });
    expect((await app.inject({ url: '/thing', headers: { authorization: 'made-up' } })).statusCode).toBe(401);
  });

  it('lets anyone through where a route is public', async () => {
    const { app } = await appWith({ access: 'public' });
    expect((await app.inject('/thing')).json()).toEqual({ fine: true });
  });
});
