import { expect, it } from 'vitest';
import { createOpenCommands } from './open-commands.ts';

it('accepts one delivery and one result of a command that was sent', () => {
  const commands = createOpenCommands();
  commands.add('screen', ['a']);
  expect(commands.expects('screen', { id: 'a', state: 'delivered' })).toBe(true);
  expect(commands.expects('screen', { id: 'a', state: 'delivered' })).toBe(false);
  expect(commands.expects('screen', { id: 'a', state: 'done' })).toBe(true);
  for (const state of ['delivered', 'done', 'failed'] as const) expect(commands.expects('screen', { id: 'a', state })).toBe(false);
});

it('accepts a result without an earlier delivery', () => {
  const commands = createOpenCommands();
  commands.add('screen', ['a']);
  expect(commands.expects('screen', { id: 'a', state: 'failed' })).toBe(true);
});

it('accepts no receipt of unknown commands and of commands of another screen', () => {
  const commands = createOpenCommands();
  commands.add('screen', ['a']);
  expect(commands.expects('screen', { id: 'b', state: 'done' })).toBe(false);
  expect(commands.expects('other', { id: 'a', state: 'done' })).toBe(false);
});

it('keeps the newest twenty commands of a screen', () => {
  const commands = createOpenCommands();
  for (let at = 0; at < 30; at++) commands.add('screen', [`${at}`]);
  expect(commands.expects('screen', { id: '9', state: 'done' })).toBe(false);
  expect(commands.expects('screen', { id: '10', state: 'done' })).toBe(true);
});
