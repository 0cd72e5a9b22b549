import { expect, it } from 'vitest';
import {
  ANY_CLIENT,
  FRESH_STATE,
  failed,
  gaveUp,
  installed,
  ownOnly,
  played,
  served,
  started,
  versionsToKeep,
  versionToServe,
} from './shell-state.ts';

const playing = installed(FRESH_STATE, 'one');
const onTrial = served(installed(playing, 'two'), 'page');

it('takes the first version as it is: there is none before it', () => {
  expect(versionToServe(playing)).toBe('one');
  expect(playing.trial).toBeNull();
});

it('serves a newer version on trial and keeps the one before', () => {
  expect(versionToServe(onTrial)).toBe('two');
  expect(versionsToKeep(onTrial)).toEqual(['two', 'one']);
});

it('goes on with the trial of a version that is put in place a second time', () => {
  expect(installed(onTrial, 'two')).toBe(onTrial);
});

it('keeps a newer version for good once it has played', () => {
  const state = played(started(onTrial, 'page'), 'page');
  expect(state).toEqual({ good: 'two', trial: null, bad: [] });
  expect(versionsToKeep(state)).toEqual(['two']);
});

it('goes back when the newer version gives up or does not play in time, and never tries it again', () => {
  for (const state of [gaveUp(onTrial, 'page'), failed(onTrial, 'two')]) {
    expect(versionToServe(state)).toBe('one');
    expect(versionToServe(installed(state, 'two'))).toBe('one');
    expect(versionToServe(installed(state, 'three'))).toBe('three');
  }
});

it('goes back when the newer version was started again and again without playing', () => {
  const state = ['a', 'b', 'c'].reduce((before, page) => served(before, page), onTrial);
  expect(versionToServe(state)).toBe('one');
  expect(state.bad).toEqual(['two']);
});

it('believes no page but the one on trial', () => {
  expect(played(onTrial, 'an older page')).toBe(onTrial);
  expect(gaveUp(onTrial, 'an older page')).toBe(onTrial);
  expect(failed(onTrial, 'one')).toBe(onTrial);
});

it('forgets what was bad once something newer plays', () => {
  const state = played(served(installed(failed(onTrial, 'two'), 'three'), 'page'), 'page');
  expect(state).toEqual({ good: 'three', trial: null, bad: [] });
});

it.each([
  ['good', installed(FRESH_STATE, 'uploaded')],
  ['on trial', onTrial],
  ['the fallback of a failed build', failed(served(installed(installed(FRESH_STATE, 'uploaded'), 'own'), 'page'), 'own')],
])('keeps only the version of the worker when another is %s', (_what, state) => {
  const own = ownOnly(state, 'own');
  expect(versionsToKeep(own)).toEqual(['own']);
  expect(own.bad).not.toContain('own');
  expect(ownOnly(own, 'own')).toBe(own);
});

it('accepts the report of any page when the browser gives no id of the page that requested the document', () => {
  const unnamed = served(installed(playing, 'two'), ANY_CLIENT);
  expect(started(unnamed, 'page').trial?.isStarted).toBe(true);
  expect(played(unnamed, 'page').good).toBe('two');
  expect(gaveUp(unnamed, 'page').bad).toEqual(['two']);
});

it('ignores reports of pages before the newer version was served', () => {
  const waiting = installed(playing, 'two');
  expect([started(waiting, 'page'), played(waiting, 'page'), gaveUp(waiting, 'page')]).toEqual([waiting, waiting, waiting]);
});
