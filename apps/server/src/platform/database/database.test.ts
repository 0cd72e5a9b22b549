import { describe, expectTypeOf, it } from 'vitest';
import type { Live } from '../live/live.ts';
import type { Queue } from '../queue/queue.ts';
import type { Database, Db, Tx } from './database.ts';

describe('what a statement runs in', () => {
  it('is a transaction for locks, events and jobs: the pool does not compile', () => {
    expectTypeOf<Database>().not.toExtend<Tx>();
    expectTypeOf<Live['send']>().parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf<Queue['add']>().parameter(0).toEqualTypeOf<Tx>();
  });

  it('is a pool or a transaction for reads, without methods to write', () => {
    expectTypeOf<Database>().toExtend<Db>();
    expectTypeOf<Tx>().toExtend<Db>();
    expectTypeOf<Db>().not.toHaveProperty('insertInto');
    expectTypeOf<Db>().not.toHaveProperty('updateTable');
  });
});
