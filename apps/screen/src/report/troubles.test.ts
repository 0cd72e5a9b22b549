import { describe, expect, it } from 'vitest';
import { NoRoomError } from '../cache/file-room.ts';
import { Troubles } from './troubles.ts';

const ids = (troubles: Troubles) => troubles.reported.map(({ mediaId }) => mediaId);

describe('what a screen reports as failed', () => {
  it('is bounded in number and length', () => {
    const troubles = new Troubles();
    for (let index = 0; index < 80; index++) troubles.noteItem(`media ${index}`, 'x'.repeat(500));
    expect(troubles.reported).toHaveLength(50);
    expect(troubles.reported[0]?.reason).toHaveLength(200);
  });

  it('keeps the version when the items change', () => {
    const troubles = new Troubles();
    troubles.noteFallBack();
    troubles.noteItem('media', 'damaged');
    troubles.clearItems();
    expect(ids(troubles)).toEqual(['version']);
  });

  it('names storage for a lack of room alone, until there is room', () => {
    const troubles = new Troubles();
    troubles.noteIfNoRoom(new Error('the network is away'));
    expect(ids(troubles)).toEqual([]);
    troubles.noteIfNoRoom(new NoRoomError('2 GB are missing'));
    expect(troubles.reported).toEqual([{ mediaId: 'storage', reason: '2 GB are missing' }]);
    troubles.clearStorage();
    expect(ids(troubles)).toEqual([]);
  });
});
