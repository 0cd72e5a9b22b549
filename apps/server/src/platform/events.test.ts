import { describe, expect, it } from 'vitest';
import type { Tx } from './database/database.ts';
import { createEvents, defineEvent, on } from './events.ts';

const happened = defineEvent<{ what: string }>('test.happened');
const tx = {} as Tx;

describe('an event', () => {
  it('reaches the module furthest to the right first, and one module’s reactions in their order', async () => {
    const { emit, register } = createEvents();
    const order: string[] = [];
    const reaction = (name: string) => on(happened, async (_tx, { what }) => void order.push(`${name} ${what}`));
    register([reaction('left')]);
    register([reaction('right, first'), reaction('right, second')]);
    await emit(tx, happened, { what: 'now' });
    expect(order).toEqual(['right, first now', 'right, second now', 'left now']);
  });

  it('stops at a failing reaction, so that the transaction fails too', async () => {
    const { emit, register } = createEvents();
    const order: string[] = [];
    register([on(happened, async () => void order.push('left'))]);
    register([on(happened, () => Promise.reject(new Error('refused')))]);
    await expect(emit(tx, happened, { what: '' })).rejects.toThrow('refused');
    expect(order).toEqual([]);
  });

  it('without reactions has no effect', async () => {
    await createEvents().emit(tx, happened, { what: '' });
  });
});
