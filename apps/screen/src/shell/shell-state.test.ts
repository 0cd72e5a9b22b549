import { expect, it } from 'vitest';
import {
  ANY_CLIENT,
  FRESH_STATE,
  getVersionToServe,
  listVersionsToKeep,
  markClientFailed,
  markFailed,
  markInstalled,
  markPlayed,
  markServed,
  markStarted,
  ownOnly,
  TRIAL_FAILURES,
} from './shell-state.ts';

const playing = markInstalled(FRESH_STATE, 'one');
const onTrial = markServed(markInstalled(playing, 'two'), 'page');

it('uses the first version without a trial', () => {
  expect(getVersionToServe(playing)).toBe('one');
  expect(playing.trial).toBeNull();
});

it('serves a newer version on trial and keeps the one before', () => {
  expect(getVersionToServe(onTrial)).toBe('two');
  expect(listVersionsToKeep(onTrial)).toEqual(['two', 'one']);
});

it('continues the trial of a version that is installed again', () => {
  expect(markInstalled(onTrial, 'two')).toBe(onTrial);
});

it('keeps a newer version permanently once it has played', () => {
  const state = markPlayed(markStarted(onTrial, 'page'), 'page');
  expect(state).toEqual({ good: 'two', trial: null, bad: [] });
  expect(listVersionsToKeep(state)).toEqual(['two']);
});

it('returns to the previous version when the newer one fails, and does not try it again', () => {
  for (const state of [markClientFailed(onTrial, 'page'), markFailed(onTrial, 'two', 'lost')]) {
    expect(getVersionToServe(state)).toBe('one');
    expect(getVersionToServe(markInstalled(state, 'two'))).toBe('one');
    expect(getVersionToServe(markInstalled(state, 'three'))).toBe('three');
  }
});

it('returns to the previous version when the newer one was started repeatedly without playing', () => {
  const state = ['a', 'b', 'c'].reduce((before, page) => markServed(before, page), onTrial);
  expect(getVersionToServe(state)).toBe('one');
  expect(state.bad).toEqual(['two']);
  expect(state.causes).toEqual({ two: TRIAL_FAILURES.restarts });
});

it('records why each failed version failed, also after a state without causes', () => {
  const before = { ...onTrial, bad: ['a', 'b', 'c', 'd', 'e'], causes: { a: 'old', e: 'oldest' } };
  const state = markClientFailed(before, 'page', `TypeError: ${'x'.repeat(300)}`);
  expect(state.bad).toEqual(['two', 'a', 'b', 'c', 'd']);
  expect(state.causes).toEqual({ two: expect.stringMatching(/^TypeError: x{189}$/), a: 'old' });
  expect(markClientFailed(onTrial, 'page').causes).toEqual({ two: 'It could not start.' });
});

it('ignores reports from pages other than the one on trial', () => {
  expect(markPlayed(onTrial, 'an older page')).toBe(onTrial);
  expect(markClientFailed(onTrial, 'an older page')).toBe(onTrial);
  expect(markFailed(onTrial, 'one', 'lost')).toBe(onTrial);
});

it('clears the list of failed versions once a newer one plays', () => {
  const state = markPlayed(markServed(markInstalled(markFailed(onTrial, 'two', 'lost'), 'three'), 'page'), 'page');
  expect(state).toEqual({ good: 'three', trial: null, bad: [] });
});

it.each([
  ['good', markInstalled(FRESH_STATE, 'uploaded')],
  ['on trial', onTrial],
  [
    'the fallback of a failed build',
    markFailed(markServed(markInstalled(markInstalled(FRESH_STATE, 'uploaded'), 'own'), 'page'), 'own', 'lost'),
  ],
])('keeps only the version of the worker when another is %s', (_case, state) => {
  const own = ownOnly(state, 'own');
  expect(listVersionsToKeep(own)).toEqual(['own']);
  expect(own.bad).not.toContain('own');
  expect(ownOnly(own, 'own')).toBe(own);
});

it('accepts the report of any page when the browser gives no id of the page that requested the document', () => {
  const unnamed = markServed(markInstalled(playing, 'two'), ANY_CLIENT);
  expect(markStarted(unnamed, 'page').trial?.isStarted).toBe(true);
  expect(markPlayed(unnamed, 'page').good).toBe('two');
  expect(markClientFailed(unnamed, 'page').bad).toEqual(['two']);
});

it('ignores reports of pages before the newer version was served', () => {
  const waiting = markInstalled(playing, 'two');
  expect([markStarted(waiting, 'page'), markPlayed(waiting, 'page'), markClientFailed(waiting, 'page')]).toEqual([
    waiting,
    waiting,
    waiting,
  ]);
});
