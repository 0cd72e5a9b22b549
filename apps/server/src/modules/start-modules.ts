import type { FastifyInstance } from 'fastify';
import { createEvents } from '../platform/events.ts';
import { createPorts } from '../platform/ports.ts';
import { installAudited, installConsoleActions, installLinkPolicies, installPolicies } from './access/index.ts';
import type { FaceOf, Module, ModuleParts, Platform } from './define-module.ts';

export interface StartedModule {
  module: Module;
  parts: ModuleParts<unknown>;
}

/** What a module reacts to and provides is defined by itself or to its left: a slip of the order would never run. */
function assertDefinedToTheLeft(module: Module, parts: ModuleParts<unknown>, before: ReadonlyMap<Module, unknown>): void {
  const known = [...before.keys(), module].flatMap(({ events = [], ports = [] }) => [...events, ...ports].map(({ name }) => name));
  const asked = [...(parts.reactions ?? []).map(({ event }) => event), ...(parts.provides ?? []).map(({ port }) => port)];
  for (const name of asked)
    if (!known.includes(name)) throw new Error(`The module '${module.name}' answers to '${name}', which nobody to its left defines`);
}

/** Makes the modules from left to right: each finds those it uses made already. */
export async function startModules(modules: readonly Module[], outside: Omit<Platform, 'emit' | 'port' | 'ports' | 'modules'>) {
  const events = createEvents();
  const ports = createPorts();
  const platform: Platform = { ...outside, modules, emit: events.emit, port: ports.port, ports: ports.ports };
  const started = new Map<Module, ModuleParts<unknown>>();
  const faceOf = (module: Module): unknown => {
    const parts = started.get(module);
    if (!parts) throw new Error(`The module '${module.name}' is used by one to its left`);
    return parts.face;
  };
  for (const { audited } of modules) if (audited) installAudited(audited);
  for (const { policies } of modules) if (policies) installPolicies(typeof policies === 'function' ? policies(modules) : policies);
  for (const { consoleActions } of modules) if (consoleActions) installConsoleActions(consoleActions);
  for (const { linkPolicies } of modules) if (linkPolicies) installLinkPolicies(linkPolicies);
  for (const module of modules) {
    const parts = await module.create(platform, faceOf);
    assertDefinedToTheLeft(module, parts, started);
    events.register(parts.reactions ?? []);
    ports.register(parts.provides ?? []);
    started.set(module, parts);
  }
  const all: StartedModule[] = [...started].map(([module, parts]) => ({ module, parts }));
  return {
    all,
    face: <M extends Module>(module: M) => faceOf(module) as FaceOf<M>,
    jobs: all.flatMap(({ parts }) => parts.jobs ?? []),
    housekeeping: all.flatMap(({ parts }) => parts.housekeeping ?? []),
    everywhere: all.flatMap(({ parts }) => parts.everywhere ?? []),
    /** Every module's routes, each in its own scope. */
    routes: async (app: FastifyInstance): Promise<void> => {
      for (const { parts } of all) if (parts.routes) await app.register(parts.routes);
    },
  };
}
