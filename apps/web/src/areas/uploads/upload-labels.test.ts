import { describe, expect, it } from 'vitest';
import type { UploadItem, UploadState } from './queue-state.ts';
import { getUploadStatus, summarizeUploads } from './upload-labels.ts';

const item = (state: UploadState, id = 'a'): UploadItem => ({
  id,
  albumId: 'album',
  name: 'a.jpg',
  size: 10e6,
  file: null,
  chosenAtUs: 0,
  isKept: false,
  state,
});
const running = { isPaused: false, isOffline: false };
const unknown = { media: undefined, percent: null };
const uploaded = (mediaId: string | null, duplicateOf: string | null = null): UploadState => ({ is: 'uploaded', mediaId, duplicateOf });
const uploading = (sentBytes: number, bytesPerSecond: number): UploadState => ({ is: 'uploading', sentBytes, bytesPerSecond });

describe('getUploadStatus', () => {
  it('explains why a queued file waits', () => {
    const text = (mode: object) => getUploadStatus(item({ is: 'queued' }), { ...running, ...mode }, unknown).text;
    expect([text({}), text({ isPaused: true }), text({ isOffline: true })]).toEqual(['Queued', 'Paused', 'Waiting for connection']);
  });

  it('shows speed and remaining time', () => {
    expect(getUploadStatus(item(uploading(5e6, 1e6)), running, unknown)).toEqual({ text: 'Uploading, 1.00 MB/s, 5 sec left', bar: 50 });
    expect(getUploadStatus(item(uploading(0, 0)), running, unknown).text).toBe('Uploading, 10.00 MB');
  });

  it('follows the processing on the server', () => {
    const text = (status: number, percent: number | null = null, failureReason: string | null = null) =>
      getUploadStatus(item(uploaded('m')), running, { media: { status, failureReason }, percent }).text;
    expect(text(1)).toBe('Processing');
    expect(text(2, 41.6)).toBe('Processing, 42%');
    expect(text(5)).toBe('Ready to play in 720p');
    expect(text(6)).toBe('Done');
    expect(text(9, null, 'The film is cut off.')).toBe('The film is cut off.');
    expect(getUploadStatus(item(uploaded(null, 'other')), running, unknown).text).toBe('Already in this album');
  });
});

describe('summarizeUploads', () => {
  it('summarizes the remaining files', () => {
    const queue = { ...running, items: [item(uploading(5e6, 1e6)), item({ is: 'queued' }, 'b')] };
    expect(summarizeUploads(queue)).toMatchObject({ title: 'Uploading 2 files', note: '15.00 MB at 1.00 MB/s, 15 sec left', isBusy: true });
    expect(summarizeUploads({ ...queue, isPaused: true })).toMatchObject({ title: 'Paused, 2 files left', note: null });
  });

  it('keeps the screen reader text unchanged during progress', () => {
    const spoken = (...states: UploadState[]) =>
      summarizeUploads({ ...running, items: states.map((state, index) => item(state, `${index}`)) }).spoken;
    const start = spoken({ is: 'queued' }, { is: 'queued' });
    expect(spoken(uploading(1e6, 1e6), { is: 'queued' })).toBe(start);
    expect(spoken(uploaded('m'), uploading(1e6, 1e6))).toBe(start);
    expect(spoken(uploaded('m'), { is: 'failed', reason: 'No.', isLost: true })).toBe('1 file failed.');
    expect(spoken(uploaded('m'), uploaded('n'))).toBe('2 files uploaded.');
  });

  it('returns the message of a plan limit, but not of other failures', () => {
    const refusal = (...states: UploadState[]) => summarizeUploads({ ...running, items: states.map((state) => item(state)) }).planRefusal;
    const ended: UploadState = { is: 'failed', reason: 'Your plan has ended.', isLost: false, code: 'PLAN_ENDED' };
    expect(refusal({ is: 'failed', reason: 'The file is damaged.', isLost: false, code: 'FILE_BROKEN' }, ended)).toBe(
      'Your plan has ended.',
    );
    expect(refusal({ is: 'failed', reason: 'No.', isLost: true }, uploaded('m'))).toBeNull();
  });

  it('mentions duplicates', () => {
    const title = (...states: UploadState[]) => summarizeUploads({ ...running, items: states.map((state) => item(state)) }).title;
    expect(title(uploaded('m'), uploaded(null, 'x'))).toBe('1 file uploaded, 1 already there');
    expect(title(uploaded(null, 'x'))).toBe('File already uploaded');
    expect(title({ is: 'missing' })).toBe('1 upload was interrupted');
  });
});
