/**
 * What a module must ask of those to its right, which it cannot import. The one who asks defines the port, the one who
 * knows provides it. There are few of them; whatever can be an event is one.
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
  /** Everybody who provides it, from left to right. */
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
