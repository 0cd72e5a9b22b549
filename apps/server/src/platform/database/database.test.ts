import { describe, expectTypeOf, it } from 'vitest';
import type { Live } from '../live/live.ts';
import type { Queue } from '../queue/queue.ts';
import type { Database, Db, Tx } from './database.ts';

describe('the type of a database parameter', () => {
  it('must be a transaction for locks, events and jobs: a pool does not compile', () => {
    expectTypeOf<Database>().not.toExtend<Tx>();
    expectTypeOf<Live['send']>().parameter(0).toEqualTypeOf<Tx>();
    expectTypeOf<Queue['add']>().parameter(0).toEqualTypeOf<Tx>();
  });

  it('may be a pool or a transaction for reads, without methods to write', () => {
    expectTypeOf<Database>().toExtend<Db>();
    expectTypeOf<Tx>().toExtend<Db>();
    expectTypeOf<Db>().not.toHaveProperty('insertInto');
    expectTypeOf<Db>().not.toHaveProperty('updateTable');
  });
});
