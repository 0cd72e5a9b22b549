import cookie from '@fastify/cookie';
import Fastify from 'fastify';
import { describe, expect, it } from 'vitest';
import { accessGate, type DeclaredRoute, type Resolvers } from './access-gate.ts';

const nobody = {
  resolvePerson: async () => undefined,
  findSessionEnd: async () => undefined,
  resolveViewer: async () => undefined,
  resolveScreen: async () => undefined,
};

async function appWith(config: object, resolvers: Resolvers = nobody) {
  const app = Fastify();
  let declared: DeclaredRoute[] = [];
  await app.register(cookie);
  await app.register(accessGate, {
    resolvers,
    limitAccount: async () => undefined,
    limitToken: async () => undefined,
    onDeclared: (routes: DeclaredRoute[]) => (declared = routes),
  });
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

  it.each(['session', 'bytes', 'screen'])('refuses a visitor without a session where %s is required', async (access) => {
    const { app } = await appWith({ access });
    expect((await app.inject({ url: '/thing', headers: { authorization: 'made-up' } })).statusCode).toBe(401);
  });

  it('admits every visitor to a public route', async () => {
    const { app } = await appWith({ access: 'public' });
    expect((await app.inject('/thing')).json()).toEqual({ fine: true });
  });

  it('refuses a screen that exceeds its request limit, and serves other screens', async () => {
    const resolveScreen = async (screenId: string) => ({ kind: 'screen', screenId, deviceId: null }) as const;
    const { app } = await appWith({ access: 'screen' }, { ...nobody, resolveScreen });
    const send = async (code: string) =>
      (await app.inject({ url: '/thing', headers: { authorization: `Screen ${code}:secret` } })).statusCode;
    let served = 0;
    while (served < 5000 && (await send('A00001')) === 200) served++;
    expect(served).toBeGreaterThanOrEqual(1000);
    expect(served).toBeLessThan(5000);
    expect(await send('A00002')).toBe(200);
  });
});
