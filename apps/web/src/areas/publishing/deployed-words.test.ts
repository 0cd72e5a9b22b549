import { expect, it } from 'vitest';
import { getDeploymentLabel } from './deployed-words.ts';

const now = Date.parse('2026-06-01T12:04:00Z');
const deployedAt = '2026-06-01T12:00:00Z';
const screen = (revision: number) => ({ revision }) as Parameters<typeof getDeploymentLabel>[0]['screen'];

it('says deployed of what the screen has', () => {
  expect(getDeploymentLabel({ deployedAt, screen: screen(4), revision: 4 }, now)).toBe('deployed 4 minutes ago');
  expect(getDeploymentLabel({ deployedAt, screen: screen(3), revision: 4 }, now)).toBe('published 4 minutes ago, sending to the screen');
});

it('promises nothing of a screen that was never connected, or where nothing is published', () => {
  expect(getDeploymentLabel({ deployedAt, screen: null, revision: 4 }, now)).toBe(
    'published 4 minutes ago, waiting for the screen to connect',
  );
  expect(getDeploymentLabel({ deployedAt: null, screen: null, revision: 1 }, now)).toBe('');
});
