/**
 * Queries to modules on the right, which cannot be imported. The module that asks defines the port, the one that knows implements it. There are few ports;
 * use events where possible.
 */
export interface Port<Provided> {
  readonly name: string;
  /** Never there: it carries the type. */
  readonly provided?: Provided;
}

export const definePort = <Provided>(name: string): Port<Provided> => Object.freeze({ name });

export interface Provision {
  readonly port: string;
  readonly provided: unknown;
}

export const provide = <Provided>(port: Port<Provided>, provided: Provided): Provision => ({ port: port.name, provided });

export interface Ports {
  /** The only one who provides it. Asked when it is used, not when modules are made: the provider is made later. */
  port<Provided>(port: Port<Provided>): Provided;
  /** All implementations, from left to right. */
  ports<Provided>(port: Port<Provided>): Provided[];
}

export function createPorts() {
  const provisions: Provision[] = [];
  const all = (port: string) => provisions.filter((provision) => provision.port === port).map(({ provided }) => provided);
  const ports: Ports = {
    port<Provided>(port: Port<Provided>) {
      const found = all(port.name);
      if (found.length !== 1) throw new Error(`The port '${port.name}' is provided ${found.length} times, not once`);
      return found[0] as Provided;
    },
    ports: <Provided>(port: Port<Provided>) => all(port.name) as Provided[],
  };
  return { ...ports, register: (more: readonly Provision[]) => void provisions.push(...more) };
}
