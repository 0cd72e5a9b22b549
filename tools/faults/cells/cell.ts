import type { ApiPerson } from '../../../e2e/api.ts';
import type { Random } from '../../demo/random.ts';
import type { Installation } from './installation.ts';
import type { Ledger } from './ledger.ts';
import type { Wall } from './wall.ts';

/** Context of a round. */
export interface Cell {
  installation: Installation;
  person: ApiPerson<Installation>;
  /** Destination of uploads. */
  albumId: string;
  ledger: Ledger;
  wall: Wall;
  random: Random;
}

/** Something that happens to the installation. Throws when an invariant is violated. Returns a short description for the round's output line. */
export interface Fault {
  name: string;
  run(cell: Cell): Promise<string>;
}
