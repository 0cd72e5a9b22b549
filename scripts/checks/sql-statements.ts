export interface Statement {
  /** In small letters and with single spaces, without comments; texts and bodies of functions are empty. */
  text: string;
  /** The comments that stand within it and before it. */
  comment: string;
}

/** Comments, texts, bodies of functions, names in quotes, and what ends a statement. */
const TOKENS = /--[^\n]*|\/\*[\s\S]*?\*\/|'(?:[^']|'')*'|\$(\w*)\$[\s\S]*?\$\1\$|;/g;

/** Splits a file of PostgreSQL SQL into its statements. A statement may span several lines. */
export function splitStatements(sql: string): Statement[] {
  const statements: Statement[] = [];
  let [text, comment, from] = ['', '', 0];
  const end = () => {
    const words = text.toLowerCase().replaceAll(/\s+/g, ' ').trim();
    if (words !== '') statements.push({ text: words, comment });
    [text, comment] = ['', ''];
  };
  for (const { 0: token, index } of sql.matchAll(TOKENS)) {
    text += sql.slice(from, index);
    from = index + token.length;
    if (token === ';') end();
    else if (token.startsWith('--') || token.startsWith('/*')) comment += `${token}\n`;
    else text += "''";
  }
  text += sql.slice(from);
  end();
  return statements;
}

/** The actions of an `alter table`: what commas part that are not within brackets. */
export function splitActions(text: string): string[] {
  const actions = [''];
  let depth = 0;
  for (const char of text) {
    depth += char === '(' ? 1 : char === ')' ? -1 : 0;
    if (char === ',' && depth === 0) actions.push('');
    else actions[actions.length - 1] += char;
  }
  return actions.map((action) => action.trim());
}
