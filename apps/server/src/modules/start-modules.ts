import type { FastifyInstance } from 'fastify';
import { createEvents } from '../platform/events.ts';
import { createPorts } from '../platform/ports.ts';
import { createDueWorkTask } from '../platform/queue/due-work.ts';
import { installConsoleActions, registerAuditedTables, registerLinkPolicies, registerPolicies } from './access/index.ts';
import type { Module, ModuleApi, ModuleParts, Platform } from './define-module.ts';

export interface StartedModule {
  module: Module;
  parts: ModuleParts<unknown>;
}

/** Asserts that the events and ports a module uses are defined by that module or to its left. Otherwise a reaction would never run. */
function assertKnownEventsAndPorts(module: Module, parts: ModuleParts<unknown>, before: ReadonlyMap<Module, unknown>): void {
  const known = [...before.keys(), module].flatMap(({ events = [], ports = [] }) => [...events, ...ports].map(({ name }) => name));
  const asked = [...(parts.reactions ?? []).map(({ event }) => event), ...(parts.portProviders ?? []).map(({ port }) => port)];
  for (const name of asked)
    if (!known.includes(name)) throw new Error(`The module '${module.name}' answers to '${name}', which nobody to its left defines`);
}

/** Makes the modules from left to right: each finds those it uses made already. */
export async function startModules(modules: readonly Module[], outside: Omit<Platform, 'emit' | 'port' | 'ports' | 'modules'>) {
  const events = createEvents();
  const ports = createPorts();
  const platform: Platform = { ...outside, modules, emit: events.emit, port: ports.port, ports: ports.ports };
  const started = new Map<Module, ModuleParts<unknown>>();
  const getApi = (module: Module): unknown => {
    const parts = started.get(module);
    if (!parts) throw new Error(`The module '${module.name}' is used by one to its left`);
    return parts.api;
  };
  for (const { auditedTables } of modules) if (auditedTables) registerAuditedTables(auditedTables);
  for (const { policies } of modules) if (policies) registerPolicies(typeof policies === 'function' ? policies(modules) : policies);
  for (const { consoleActions } of modules) if (consoleActions) installConsoleActions(consoleActions);
  for (const { linkPolicies } of modules) if (linkPolicies) registerLinkPolicies(linkPolicies);
  for (const module of modules) {
    const parts = await module.create(platform, getApi);
    assertKnownEventsAndPorts(module, parts, started);
    events.register(parts.reactions ?? []);
    ports.register(parts.portProviders ?? []);
    started.set(module, parts);
  }
  const all: StartedModule[] = [...started].map(([module, parts]) => ({ module, parts }));
  const dueWork = all.flatMap(({ parts }) => parts.dueWork ?? []);
  return {
    all,
    getApi: <M extends Module>(module: M) => getApi(module) as ModuleApi<M>,
    jobs: all.flatMap(({ parts }) => parts.jobs ?? []),
    workerTasks: [...all.flatMap(({ parts }) => parts.workerTasks ?? []), createDueWorkTask(platform, dueWork)],
    dueWork,
    everyProcessTasks: all.flatMap(({ parts }) => parts.everyProcessTasks ?? []),
    /** Every module's routes, each in its own scope. */
    routes: async (app: FastifyInstance): Promise<void> => {
      for (const { parts } of all) if (parts.routes) await app.register(parts.routes);
    },
  };
}
