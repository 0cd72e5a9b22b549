import type { SuggestedPerson } from '@vitrine/contract/organisations';
import { describe, expect, it, vi } from 'vitest';
import { type CandidateSearch, findCandidates, getPresentEmails, resolveCandidate } from './member-candidates.ts';

const person = (name: string, canBeAdded = true): SuggestedPerson => ({
  _id: name,
  name: `${name} Weiss`,
  email: `${name.toLowerCase()}@example.com`,
  profilePicture: null,
  canBeAdded,
});
const search = (overrides: Partial<CandidateSearch>): CandidateSearch => ({
  text: '',
  known: [],
  found: undefined,
  present: new Map(),
  picked: [],
  ...overrides,
});
const emails = (overrides: Partial<CandidateSearch>) => findCandidates(search(overrides)).map(({ email }) => email);

describe('findCandidates', () => {
  const known = [person('Ben'), person('Cleo'), person('Dora', false)];

  it('returns all known people without a text, and otherwise those with a matching name or address', () => {
    expect(emails({ known })).toEqual(['ben@example.com', 'cleo@example.com', 'dora@example.com']);
    expect(emails({ known, text: 'weiss ben' })).toEqual(['ben@example.com']);
    expect(emails({ known, text: 'cleo@' })).toEqual(['cleo@example.com']);
    expect(emails({ known, text: 'nobody' })).toEqual([]);
  });

  it('leaves out selected people', () => {
    expect(emails({ known, picked: [{ email: 'BEN@example.com' }] })).toEqual(['cleo@example.com', 'dora@example.com']);
  });

  it('returns the reason when a person cannot be added', () => {
    const offers = findCandidates(search({ known, present: getPresentEmails([{ email: 'Cleo@example.com' }], []) }));
    expect(offers.map(({ refusal }) => refusal)).toEqual([
      undefined,
      'This person is already in your family.',
      'Already part of another family',
    ]);
  });

  it('returns the account with exactly the typed address once', () => {
    expect(emails({ known, text: 'eve@example.com', found: person('Eve') })).toEqual(['eve@example.com']);
    expect(emails({ known, text: 'ben@example.com', found: person('Ben') })).toEqual(['ben@example.com']);
  });

  it('returns a typed address without an account after the lookup', () => {
    expect(emails({ text: 'New@Example.com', found: undefined })).toEqual([]);
    expect(emails({ text: 'New@Example.com', found: null })).toEqual(['new@example.com']);
    expect(emails({ text: 'new@example', found: null })).toEqual([]);
    expect(emails({ text: 'new@example.com', found: null, present: getPresentEmails([], [{ email: 'new@example.com' }]) })).toEqual([]);
  });
});

describe('resolveCandidate', () => {
  const known = [person('Ben'), person('Dora', false)];
  const present = getPresentEmails([{ email: 'cleo@example.com' }], [{ email: 'invited@example.com' }]);
  const findNone = () => Promise.resolve(null);

  it('refuses invalid addresses, members and invited people without a lookup', async () => {
    const find = vi.fn(findNone);
    const refusals = await Promise.all(
      ['ben', 'a b@example.com', 'cleo@example.com', 'dora@example.com', 'invited@example.com'].map(
        async (text) => (await resolveCandidate(text, { known, present }, find)).refusal,
      ),
    );
    expect(refusals).toEqual([
      'Invalid email',
      'Invalid email',
      'This person is already in your family.',
      'Already part of another family',
      expect.stringMatching(/^Already invited/),
    ]);
    expect(find).not.toHaveBeenCalled();
  });

  it('looks up an unknown address and invites it when no account has it', async () => {
    expect(await resolveCandidate(' Eve@Example.com ', { known, present }, () => Promise.resolve(person('Eve', false)))).toMatchObject({
      name: 'Eve Weiss',
      refusal: 'Already part of another family',
    });
    expect(await resolveCandidate('Eve@Example.com', { known, present }, findNone)).toEqual({ email: 'eve@example.com' });
  });
});
