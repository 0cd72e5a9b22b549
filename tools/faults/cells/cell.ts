import type { ApiPerson } from '../../../e2e/api.ts';
import type { Random } from '../../demo/random.ts';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import type { ScreenGroup } from './screen-group.ts';

/** Context of a round. */
export interface Cell {
  installation: Installation;
  person: ApiPerson<Installation>;
  /** Destination of uploads. */
  albumId: string;
  ledger: Ledger;
  screens: ScreenGroup;
  random: Random;
}

/** A fault that is injected into the installation. */
export interface Fault {
  name: string;
  /** Throws when an invariant is violated. Returns a short description for the output line of the round. */
  run(cell: Cell): Promise<string>;
}
