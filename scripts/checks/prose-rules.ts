/**
 * Phrasing that makes text hard to read for newcomers, with what to write instead. The wording guide in CONTRIBUTING.md explains the rules. A match is not
 * always a mistake, so each area may have a few (see prose.ts).
 */
export interface ProseRule {
  pattern: RegExp;
  advice: string;
  /** Applies to docstrings and comments only, because headings and table cells may be fragments. */
  isForCode?: true;
}

const word = (...alternatives: string[]) => new RegExp(`\\b(?:${alternatives.join('|')})\\b`, 'i');
const BE = '(?:is|are|was|were|be|been|being)';

export const PROSE_RULES: readonly ProseRule[] = [
  {
    pattern: /^(?:Of|By|What|Whose|Those|Where|Whoever|Whatever|Between|With|In place of|After which|Before which)\b(?![^.]*\?)/,
    advice: 'start with a verb ("Returns …") or with a noun',
    isForCode: true,
  },
  {
    pattern: word('somebody', 'nobody', 'anybody', 'everybody', 'whoever', 'whatever'),
    advice: 'name the actor: the user, the owner, the caller',
  },
  { pattern: word("one['’]s own", 'oneself'), advice: 'write "their own" or name the owner' },
  {
    pattern: word(`${BE} (?:told|heard|said|asked|there|here|gone)`),
    advice: 'use a technical verb: notified, received, requested, deleted',
  },
  { pattern: word('there already', 'there anyway'), advice: 'write "already exists"' },
  {
    pattern: word(
      '(?:tells?|told|hears?|heard|knows?|asks?|says?|looks?) (?:of|for|about|whether|whom|who|what|which|that|so|by)',
      'finds? out',
    ),
    advice: 'use a technical verb: notifies, requests, returns, reports',
  },
  { pattern: word('lets? go', 'letting go'), advice: 'write "releases", "deletes" or "closes"' },
  { pattern: word('(?:goes|go|going|went|gone) (?:on|by|along|back|forth|with)'), advice: 'write "continues", "follows" or "returns"' },
  {
    pattern: word('(?:come|comes|came|coming) (?:of|to|back|along|by|later|first)'),
    advice: 'write "results from", "returns" or "arrives"',
  },
  { pattern: word('puts? (?:down|together|back)', 'putting (?:down|together|back)'), advice: 'write "records", "assembles" or "restores"' },
  { pattern: word('by (?:it|them|him|her|our)sel(?:f|ves)', 'of (?:its|their) own'), advice: 'write "automatically", "separate" or "its"' },
  {
    pattern: word('anew', 'once more', 'for good', 'a while', 'so many', 'from afar', 'all the same'),
    advice: 'write "again", "permanently" or a number',
  },
  { pattern: word('any more', '(?:is|are) none', '(?:is|are) nothing', 'is that of'), advice: 'write "no longer" or "is not"' },
  { pattern: word('besides?', 'thereby', 'whereby', 'therein', 'thereof'), advice: 'write "next to" or "in addition to"' },
  {
    pattern: word('reckon(?:s|ed)?', 'taken (?:in|for)', 'held up', 'knock(?:s|ed)?', 'newcomers?'),
    advice: 'write "calculated", "imported", "delayed" or "new user"',
  },
  { pattern: word('things?', 'stuff'), advice: 'name the object' },
  { pattern: word('without a word', 'in (?:plain )?words', 'by the way'), advice: 'write "silently" or "as text"' },
  { pattern: word('but for', 'save for', 'all but', 'nothing but'), advice: 'write "except"' },
];
